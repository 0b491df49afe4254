import { parseEvidenceQuestion, parseSiteUpdate } from './site-messages';

const described = { booking: { '1.0.0-a': { routes: ['/booking'], scripts: ['booking-page.js'] } } };
const releases = { active: { booking: ['1.0.0-a'] }, published: { booking: ['1.0.0-a', '1.0.0-b'] }, described };
const servedPages = { booking: { '1.0.0-b': { '/booking': 2 } } };
const servedNetworks = { sent: { booking: { '1.0.0-b': [0, 1023] } }, opened: { booking: { '1.0.0-b': [0] } } };

test('the valid parts of a message are read', () => {
  const valid = { releases, servedPages, servedNetworks, mailSettings: { OWNER_EMAIL: 'a@exemple.fr' } };
  expect(parseSiteUpdate({ ...valid, watchNotice: { seq: 0 }, other: 1 })).toEqual(valid);
});

test.each([
  'text',
  null,
  [],
  { releases: [] },
  { releases: { active: { booking: ['1.0.0-x'] } } },
  { releases: { ...releases, active: { booking: 'x' } } },
  { servedPages: 'many' },
  { servedPages: { booking: { '1.0.0-b': { '/booking': -1 } } } },
  { servedPages: { booking: { '1.0.0-b': { '/booking': 1.5 } } } },
  { servedPages: { booking: { '1.0.0-b': 3 } } },
  { releases: { ...releases, described: { booking: { '1.0.0-a': { routes: ['/booking'], scripts: 'all' } } } } },
  { servedNetworks: { sent: { booking: { '1.0.0-b': [1024] } }, opened: {} } },
  { servedNetworks: { sent: {}, opened: { booking: { '1.0.0-b': { 3: 1 } } } } },
  { servedNetworks: { sent: {} } },
  { mailSettings: { SMTP_URL: 'smtp://exemple.fr' } },
])('nothing is read from the message %j', (message) => {
  expect(parseSiteUpdate(message)).toEqual({});
});

test.each([
  { question: 'x', watched: [] },
  { question: 6, watched: 'all' },
  { question: 1, watched: [{ name: 'booking', id: '1.0.0-b', since: 'today', previous: null }] },
])('the question %j is not answered', (message) => {
  expect(parseEvidenceQuestion(message)).toBeNull();
});
