import { growthOf, MAX_GROWTH } from '@site/backend/tests/support/growth';
import { answerReader, LONGEST_ANSWER } from './run-in-sandbox';

function answer(status: number, text: string, length = Buffer.byteLength(text)) {
  const head = Buffer.alloc(5);
  head.writeUInt8(status);
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, Buffer.from(text)]);
}

test('the sandbox host reads answers that arrive in pieces of any size', () => {
  const bytes = Buffer.concat([answer(1, '<p>é</p>'), answer(0, 'no data'), answer(1, '')]);
  for (const size of [1, 2, 3, 7, bytes.length]) {
    const { answers, read } = answerReader(3);
    for (let at = 0; at < bytes.length; at += size) expect(read(bytes.subarray(at, at + size))).toBe(true);
    expect(answers).toEqual([{ text: '<p>é</p>' }, { failure: 'no data' }, { text: '' }]);
  }
});

test('an incomplete answer does not count', () => {
  const { answers, read } = answerReader(2);
  expect(read(answer(1, 'half', 8))).toBe(true);
  expect(answers).toEqual([]);
});

test.each([
  ['with an unknown status', answer(2, 'a')],
  ['that announces more than a megabyte', answer(1, '', LONGEST_ANSWER + 1)],
  ['in another format', Buffer.from('printed by a release')],
  ['beyond the expected number', Buffer.concat([answer(1, 'a'), answer(1, 'b'), answer(1, 'c')])],
])('an answer %s is refused', (_, bytes) => {
  expect(answerReader(2).read(bytes)).toBe(false);
});

test('an answer in small pieces is read in proportion to its length', () => {
  const readPieces = (size: number) => {
    const bytes = answer(1, 'a'.repeat(size));
    const { answers, read } = answerReader(1);
    for (let at = 0; at < bytes.length; at += 16) read(bytes.subarray(at, at + 16));
    expect(answers).toHaveLength(1);
  };
  expect(growthOf(readPieces, LONGEST_ANSWER / 10)).toBeLessThan(MAX_GROWTH);
});

test('a failure is one line of 300 characters at most, without control characters', () => {
  const { answers, read } = answerReader(1);
  read(answer(0, `\u001b[2Ja\nb${'c'.repeat(1000)}`));
  const [first] = answers;
  expect(first && 'failure' in first && first.failure).toMatch(/^ ?\[2Ja b[c]+…$/);
  expect(first && 'failure' in first && [...first.failure].length).toBe(300);
});
