import type { S3Place } from '../store/s3-place';

/** The environment in which a command finds its store there. */
export const environmentOf = ({ endpoint, bucket, prefix, accessKeyId, secretAccessKey }: S3Place) => ({
  STORE: `s3://${bucket}/${prefix}`,
  AWS_ENDPOINT_URL_S3: endpoint,
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
});
