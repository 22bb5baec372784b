/// The version of the package's commands, of its wheel and of its npm package.
package let packageVersion = "0.1.0-dev"
