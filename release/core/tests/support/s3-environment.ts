import type { S3Location } from '../../src/store/s3/s3-location';

export const environmentOf = ({ endpoint, bucket, prefix, accessKeyId, secretAccessKey }: S3Location) => ({
  STORE: `s3://${bucket}/${prefix}`,
  AWS_ENDPOINT_URL_S3: endpoint,
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
});
