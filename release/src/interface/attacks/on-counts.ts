import { type AttackClass, always, type MakeAttack, MEGABYTE, put } from './attack-class';
import { token } from './on-tokens';

export const onCounts: readonly AttackClass[] = [
  {
    name: 'a thousand requests',
    requests: always<MakeAttack>(() => ({ method: 'GET', path: '/store/index/' })),
    repeat: 1000,
    limits: { requestsPerMinute: 900 },
    answer: 'too-many',
    without: { limits: { requestsPerMinute: 2000 } },
  },
  {
    name: 'a hundred guesses of a token',
    requests: always<MakeAttack>(token(() => ({ authorization: 'Bearer x' }))),
    repeat: 100,
    answer: 'too-many',
    without: { requests: always<MakeAttack>(token((one) => ({ authorization: `Bearer ${one.token}` }))) },
  },
  {
    name: 'more bytes than a grant may send in a day',
    requests: always<MakeAttack>(put(({ begun }) => begun)),
    limits: { bytesPerDay: 0 },
    answer: 'too-many',
    without: { limits: { bytesPerDay: MEGABYTE } },
  },
  {
    name: 'a content that leaves the database too little of the disk',
    requests: always<MakeAttack>(put(({ begun }) => begun)),
    limits: { freeBytes: Number.MAX_SAFE_INTEGER },
    answer: 'no-room',
    without: { limits: { freeBytes: 0 } },
  },
];
