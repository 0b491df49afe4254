import { randomUUID } from 'node:crypto';
import { describeWhere } from '@site/backend/tests/support/cases';
import { s3Blobs } from '@site/release-core/store/s3/s3-blobs';
import { readS3Location } from '@site/release-core/store/s3/s3-location';
import { describeBlobs } from '@site/release-core/tests/suites/blobs';
import { describeS3Faults, describeS3Refusals } from '@site/release-core/tests/suites/s3';

jest.setTimeout(900_000);

const { TEST_STORE: text = '' } = process.env;
const run = randomUUID();

describeWhere(text !== '', 'TEST_STORE names no bucket')('on the object store of TEST_STORE', () => {
  let locations = 0;
  const newLocation = () => {
    locations += 1;
    return readS3Location({ name: 'TEST_STORE', text: `${text}/${run}/${locations}` }, process.env);
  };

  describe('blobs', () => describeBlobs(() => s3Blobs(newLocation(), { page: 2 })));
  describe('with faults on the connection', () => describeS3Faults(newLocation));
  describe('refusals', () => describeS3Refusals(newLocation));
});
