import { describeWhere } from '@site/backend/tests/support/cases';
import { s3Blobs } from '@site/release-core/store/s3/s3-blobs';
import { describeBlobs } from '@site/release-core/tests/suites/blobs';
import { describeS3Faults, describeS3Refusals } from '@site/release-core/tests/suites/s3';
import { type Ceph, isCephInstalled, startCeph } from './ceph';

jest.setTimeout(900_000);

describeWhere(isCephInstalled(), 'Ceph is not installed')('on a Ceph gateway', () => {
  let ceph: Ceph;
  let locations = 0;
  beforeAll(async () => {
    ceph = await startCeph();
  });
  afterAll(() => ceph?.end());

  const newLocation = () => {
    locations += 1;
    return ceph.location(`tests/${locations}/`);
  };

  describe('blobs', () => describeBlobs(() => s3Blobs(newLocation(), { page: 2 })));
  describe('with faults on the connection', () => describeS3Faults(newLocation));
  describe('refusals', () => describeS3Refusals(newLocation));
});
