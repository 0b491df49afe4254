import { describeMails } from './describe-mails';

test('names why mails are not sent, on one line, and what to do', () => {
  const lastError = 'EENVELOPE at RCPT TO: 553 5.7.1\n\u001b[2J Not owned by user';
  expect(describeMails({ unsent: 3, lastError }).join('\n')).toMatch(
    /^Mails that could not be sent: 3 \(EENVELOPE at RCPT TO: 553 5\.7\.1 {2}\[2J Not owned by user\)\..*docs\/host-one-machine\.md.*inbox resend"\.$/,
  );
  expect(describeMails(null)).toEqual([]);
});
