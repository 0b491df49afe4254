import type { Page } from '@playwright/test';
import type { OwnedRequest } from '@site/supabase/requests';
import { prepareBooking, sendBooking } from './booking';
import { fillContact, sendContact } from './contact';
import { parisDay } from './days';
import { openHydrated } from './hydration';
import { EMAIL } from './sending';
import { NOTICES } from './specification';

interface Form {
  readonly path: string;
  readonly fill: (page: Page, email: string) => Promise<void>;
  readonly send: (page: Page) => Promise<void>;
  readonly sent: string;
  readonly failed: string;
  readonly entry: Partial<OwnedRequest>;
}

const DAYS = [parisDay(4), parisDay(9)];

/** Both forms; `fill` always enters the same content. */
export const FORMS = {
  contact: {
    path: '/contact',
    fill: fillContact,
    send: sendContact,
    sent: NOTICES.contactSent,
    failed: NOTICES.contactFailed[1],
    entry: { kind: 'contact', name: 'Camille Martin' },
  },
  booking: {
    path: '/booking',
    fill: (page, email) => prepareBooking(page, email, DAYS),
    send: sendBooking,
    sent: NOTICES.bookingSent,
    failed: NOTICES.bookingFailed[1],
    entry: { kind: 'reservation', dates: DAYS },
  },
} as const satisfies Record<string, Form>;

export async function openFilled(page: Page, { path, fill }: Form, email: string) {
  await openHydrated(page, path);
  await fill(page, email);
}

/** @param network replaces the answers of the backend before the page opens */
export async function sendFilled(page: Page, form: Form, network: (page: Page) => Promise<unknown>) {
  await network(page);
  await openFilled(page, form, EMAIL);
  await form.send(page);
}
