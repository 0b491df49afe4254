import { HeldError } from '@site/release-core/changes/holds';
import { UserError } from '@site/release-core/user-error';
import { describeRefusal } from '../client/describe-refusal';
import { describeAll } from './help';

const answerOf = (word: string, status: number) => {
  const problem = { type: `/release/v1/problems/${word}`, title: '', status, detail: 'booking is held.' };
  const answer = { contentType: 'application/problem+json', body: Buffer.from(JSON.stringify(problem)) };
  const refused = { origin: 'https://journee.example', source: 'RELEASE_TOKEN', isRepeatable: false };
  return describeRefusal(refused, new Response(null, { status }), answer);
};

test.each([
  ['a held part', new HeldError('booking is held.', {}), 3],
  ['a held part of a site elsewhere', answerOf('held', 423), 3],
  ['another refusal', new UserError('booking is active already.'), 1],
  ['another refusal of a site elsewhere', answerOf('refused', 422), 1],
])('%s has its exit code', (_, error, code) => {
  expect(error.exitCode).toBe(code);
});

test('the help lists the exit codes', () => {
  expect(describeAll([])).toMatch(/Exit codes\n {2}0 +done.*\n {2}1 +refused.*\n {2}3 +the part is held/);
});
