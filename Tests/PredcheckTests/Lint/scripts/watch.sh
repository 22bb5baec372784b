#!/bin/sh
log stream --style compact --predicate 'process == "sudo" && eventMessage CONTANS "x"'
/usr/bin/log show --last 1h \
  --predicate "subsystem == \"$BUNDLE_ID\" AND eventMessage CONTANS[c] \"${WORD}\"" | head
log show --predicate 'eventMessage contains "it'\''s" AND process CONTANS "a"'
mail --predicate 'this is not for log'
cat <<END > policy.plist
  <key>policyContent</key>
  <string>none policyAttributePasswordHashes in policyAttributePasswordHistory AND x CONTANS 'y'</string>
END
