import { randomUUID } from 'node:crypto';
import { createFeed } from '@site/backend/feed';
import type { TestBackend } from '@site/backend/tests/support/backend';
import { runInbox } from '@site/inbox/run-inbox';
import type { Booking } from '@site/remote-booking/src/api/booking';
import { createReservation } from '@site/remote-booking/src/api/create-reservation';
import { BookingForm } from '@site/remote-booking/src/form/booking-form';
import { recapOf as bookingRecap } from '@site/remote-booking/src/form/recap';
import { type ContactMessage, sendContactMessage } from '@site/remote-contact/src/api/send-contact-message';
import { ContactForm } from '@site/remote-contact/src/form/contact-form';
import { recapOf as contactRecap } from '@site/remote-contact/src/form/recap';
import { UiProvider } from '@site/shared-ui';
import { fakeHost } from '@site/shared-ui/testing';
import type { RequestMail, SiteRequest } from '@site/supabase/functions/_shared/claimed-mail';
import { composeMail } from '@site/supabase/functions/_shared/mail/compose-mail';
import { answerRemarks, type OwnedRequest } from '@site/supabase/requests';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';

export const READERS = ['form', 'recap', 'mail', 'table', 'csv', 'space', 'calendar', 'export'] as const;
export type Reader = (typeof READERS)[number];
export type Readings = Readonly<Record<Reader, string>>;

export async function readMessage(backend: TestBackend, message: ContactMessage): Promise<Readings> {
  const attempt = randomUUID();
  expect(await sendContactMessage(backend, { attempt }, message)).toEqual({ ok: true });
  await backend.owner.query("update public.contacts set note = 'Notule' where attempt = $1", [attempt]);
  return {
    form: pageOf(ContactForm),
    recap: JSON.stringify(contactRecap(message)),
    ...(await readStored(backend, 'contacts', attempt)),
  };
}

export async function readBooking(backend: TestBackend, booking: Booking): Promise<Readings> {
  const attempt = randomUUID();
  const { dates, ...reservation } = booking;
  const made = await createReservation(backend, { attempt }, reservation);
  await backend.owner.query(
    `with confirmed as (
       update public.reservations set note = 'Remarque', status = 'confirmee', convention_sent_on = '2026-01-01',
         convention_signed_on = '2026-01-02', paid_on = '2026-01-03', held_on = '2026-01-04'
       where attempt = $1 returning id)
     insert into public.reservation_dates (reservation_id, date, confirmed) select id, $2, true from confirmed`,
    [attempt, dates[0]],
  );
  expect(made).toMatchObject({ ok: true });
  return {
    form: pageOf(BookingForm),
    recap: bookingRecap(booking)
      .map(({ value }) => renderToString(createElement(UiProvider, null, value)))
      .join('\n'),
    ...(await readStored(backend, 'reservations', attempt)),
  };
}

const pageOf = (form: typeof BookingForm | typeof ContactForm) =>
  renderToString(createElement(UiProvider, null, createElement(form, { host: fakeHost() })));

const OWNED = {
  contacts: 'private.owned_contact_json(request)',
  reservations: 'private.owned_reservation_json(request)',
} as const;

/** What each reader shows of the only stored request, which is removed. */
async function readStored({ owner, env }: TestBackend, table: keyof typeof OWNED, attempt: string) {
  const run = async (...args: string[]) => {
    const answer = await runInbox(args, { env, width: undefined });
    return answer.ok ? answer.text : answer.reason;
  };
  const [row] = await owner.query<{ mail: SiteRequest; space: OwnedRequest }>(
    `select private.request_json(id) as mail, ${OWNED[table]} as space from public.${table} request where attempt = $1`,
    [attempt],
  );
  if (!row) throw new Error('The row is not stored.');
  const [, csv = ''] = (await run('--csv')).split('\r\n');
  const read = {
    mail: mailOf(row.mail),
    table: await run(),
    csv,
    space: spaceOf(row.space),
    calendar: await calendarOf(owner),
    export: await run('export', row.mail.email),
  };
  await owner.query(`delete from public.${table} where attempt = $1`, [attempt]);
  return read;
}

/** What the space shows of a request. It shows further answers as remarks only. */
function spaceOf(request: OwnedRequest): string {
  const { name, email, phone, message, dates, status, note, followUp } = request;
  return JSON.stringify({ name, email, phone, message, dates, status, note, followUp, ...answerRemarks(request) });
}

function mailOf(detail: SiteRequest): string {
  const mail = {
    kind: detail.kind,
    id: '1',
    messageId: randomUUID(),
    attempts: 0,
    detail: { ...detail, clashes: [], clashCount: 0 },
  };
  return composeMail(mail as unknown as RequestMail, {
    from: 'a@exemple.fr',
    to: 'b@exemple.fr',
    product: 'Journée',
    origin: '',
    facts: {},
  }).text;
}

async function calendarOf(owner: TestBackend['owner']): Promise<string> {
  await owner.query("insert into private.owners (email, name) values ('agenda@exemple.fr', 'Ada')");
  await owner.query(
    "insert into private.owner_feeds (owner_id, name_digest) select id, sha256(convert_to('a.ics', 'UTF8')) from private.owners where email = 'agenda@exemple.fr'",
  );
  const calendar = await createFeed(owner, { facts: {} })('a.ics');
  await owner.query("delete from private.owners where email = 'agenda@exemple.fr'");
  return calendar ?? '';
}
