import { inFrench, parisDay } from './support/days';
import { FORMS, openFilled } from './support/forms';
import { readMails } from './support/mails';
import { notice } from './support/page-parts';
import { expect, test } from './support/test';

// The mail worker polls every two seconds, and the machine may be busy.
const SOON = { message: 'the owner has one mail' };

test('a message is mailed to the address on the page, with the visitor as the reply address', async ({
  page,
  email,
}) => {
  const { send, sent } = FORMS.contact;
  await openFilled(page, FORMS.contact, email);
  await send(page);
  const noticeText = await notice(page, sent).textContent();

  await expect.poll(() => readMails(email), SOON).toHaveLength(1);
  const [mail] = await readMails(email);
  expect(noticeText).toContain(mail?.to?.[0]?.address);
  expect(mail?.subject).toBe('Message\u00a0: Camille Martin');
  expect(mail?.replyTo).toEqual([{ name: 'Camille Martin', address: email }]);
  expect(mail?.attachments).toEqual([]);
});

test('a booking is mailed to the owner with its dates and a calendar file', async ({ page, email }) => {
  const [first, second] = [parisDay(4), parisDay(9)];
  await openFilled(page, FORMS.booking, email);
  await FORMS.booking.send(page);
  await expect(notice(page, FORMS.booking.sent)).toBeVisible();

  await expect.poll(() => readMails(email), SOON).toHaveLength(1);
  const [mail] = await readMails(email);
  expect(mail?.subject).toContain(`${inFrench(first)} et 1 autre date`);
  for (const day of [first, second]) {
    expect(mail?.text).toContain(inFrench(day));
    expect(mail?.html).toContain(inFrench(day));
  }
  expect(mail?.attachments.map(({ mimeType }) => mimeType)).toEqual(['text/calendar']);
});
