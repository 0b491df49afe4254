import { type AttackClass, always, booking, type MakeAttack, upload } from './attack-class';
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
    name: 'a sixth upload before one is committed',
    requests: always<MakeAttack>(upload(booking({}, '1.0.0-sixth'))),
    openUploads: 5,
    answer: 'too-many',
    without: {},
  },
  {
    name: 'more bytes than a grant may send in a day',
    requests: always<MakeAttack>(upload(booking())),
    limits: { bytesPerDay: 1000 },
    answer: 'too-many',
    without: {},
  },
];
