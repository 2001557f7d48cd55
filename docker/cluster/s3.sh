# An S3 store of one process with one bucket: SeaweedFS.
cat >/tmp/s3.json <<JSON
{"identities": [{"name": "store",
  "credentials": [{"accessKey": "store", "secretKey": "$S3_SECRET_ACCESS_KEY"}],
  "actions": ["Read", "Write", "List"]}]}
JSON
(until echo 's3.bucket.create -name store' | weed shell >/dev/null 2>&1; do sleep 1; done) &
exec weed server -dir=/data -s3 -s3.config=/tmp/s3.json
