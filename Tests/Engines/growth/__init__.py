"""The word list on Spark SQL, grown to millions of rows; see Grammar/Guides/OutgrowingOneMachine.md."""
