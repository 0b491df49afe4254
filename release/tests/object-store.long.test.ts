import { describeWhere } from '@site/backend/tests/support/where-possible';
import { s3Blobs } from '../src/store/s3-blobs';
import { type Ceph, isCephInstalled, openCeph } from './ceph';
import { blobsHold } from './suites/blobs';
import { s3ClientBearsFaults } from './suites/s3-faults';
import { s3RefusalsAreSentences } from './suites/s3-refusals';
import { serversFollow } from './suites/several-servers';
import { commandsSurviveKills } from './suites/store-kills';
import { BAD_LINE, noActivationIsLost } from './suites/store-parallel';

jest.setTimeout(900_000);

describeWhere(isCephInstalled(), 'Ceph is not installed')('on a Ceph gateway', () => {
  let ceph: Ceph;
  let places = 0;
  beforeAll(async () => {
    ceph = await openCeph();
  });
  afterAll(() => ceph?.end());

  const newPlace = () => {
    places += 1;
    return ceph.place(`tests/${places}/`);
  };

  describe('blobs', () => blobsHold(() => s3Blobs(newPlace(), { page: 2 })));
  describe('with faults on the connection', () => s3ClientBearsFaults(newPlace));
  describe('refusals', () => s3RefusalsAreSentences(newPlace));
  describe('concurrent changes', () => {
    noActivationIsLost(newPlace, ['1.0.0-b', '1.0.0-c', '1.0.0-d', '1.0.0-e', '1.0.0-f']);
    noActivationIsLost(newPlace, ['1.0.0-b', '1.0.0-c'], [BAD_LINE]);
  });
  describe('several servers', () => serversFollow(newPlace));
  describe('killed commands', () => commandsSurviveKills(newPlace, 1));
});
