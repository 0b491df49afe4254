import { describeWhere } from '@site/backend/tests/support/where-possible';
import { s3Blobs } from '../src/store/s3-blobs';
import { type Ceph, isCephInstalled, startCeph } from './ceph';
import { blobsHold } from './suites/blobs';
import { s3ClientBearsFaults } from './suites/s3-faults';
import { s3RefusalsAreSentences } from './suites/s3-refusals';

jest.setTimeout(300_000);

describeWhere(isCephInstalled, 'Ceph is not installed')('on a Ceph gateway', () => {
  let ceph: Ceph;
  let places = 0;
  beforeAll(async () => {
    ceph = await startCeph();
  });
  afterAll(() => ceph?.end());

  const newPlace = () => {
    places += 1;
    return ceph.place(`tests/${places}/`);
  };

  describe('blobs', () => blobsHold(() => s3Blobs(newPlace(), { page: 2 })));
  describe('through a bad line', () => s3ClientBearsFaults(newPlace));
  describe('what it refuses', () => s3RefusalsAreSentences(newPlace));
});
