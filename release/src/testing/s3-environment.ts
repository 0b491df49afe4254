import type { S3Place } from '../store/s3-place';

export const environmentOf = ({ endpoint, bucket, prefix, accessKeyId, secretAccessKey }: S3Place) => ({
  STORE: `s3://${bucket}/${prefix}`,
  AWS_ENDPOINT_URL_S3: endpoint,
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
});
