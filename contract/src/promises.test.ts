import { promised } from './owner-facts.ts';
import { openPromises, PROMISES } from './promises.ts';
import { brokenRule, cleanFact } from './typed-facts.ts';

const ALL = Object.values(PROMISES);

test('promises are stored as pages show them, so that each one counts as kept', () => {
  expect(cleanFact('promises', ALL)).toEqual(ALL);
  expect(brokenRule('promises', ALL)).toBeNull();
  expect(openPromises(ALL)).toEqual([]);
});

test('a promise whose words have changed is open again', () => {
  const answered = ALL.map((text) => (text === PROMISES.gain ? 'Environ 8 heures par semaine' : text));
  expect(openPromises(answered)).toEqual(['gain']);
  expect(openPromises([])).toHaveLength(ALL.length);
});

test('a promise that no page makes is not asked about, and its words are in no sentence', () => {
  const hiddenPromises = ['gain'];
  expect(openPromises([], hiddenPromises)).not.toContain('gain');
  expect(promised({ hiddenPromises }, 'gain', PROMISES.gain)).toBe('');
  expect(promised({ hiddenPromises }, 'live', PROMISES.live)).toBe(PROMISES.live);
  expect(promised({}, 'gain', PROMISES.gain)).toBe(PROMISES.gain);
});
