/** @jest-environment node */

import { type Booking, MAX_DATES } from '../api/booking';
import { cleanBooking, emptyBooking, noticeOf, validateBooking } from './booking-checks';

const valid: Booking = { ...emptyBooking, dates: ['2026-11-21'], name: 'Camille Martin', email: 'camille@exemple.fr' };

beforeEach(() => jest.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z') }));
afterEach(() => jest.useRealTimers());

function refusal(change: Partial<Booking>) {
  const errors = validateBooking(cleanBooking({ ...valid, ...change }));
  return Object.keys(errors).length > 0 ? { errors, notice: noticeOf(errors) } : null;
}

test('a date, a name and an e-mail are enough', () => {
  expect(refusal({})).toBeNull();
});

test('as many dates as the database takes are accepted, and one more is not', () => {
  const dates = Array.from({ length: MAX_DATES }, (_, index) => `2026-12-${String(index + 1).padStart(2, '0')}`);
  expect(refusal({ dates })).toBeNull();
  expect(refusal({ dates: [...dates, '2027-01-01'] })?.notice).toBe('Choisissez 31 dates au plus');
});

test('the notice is about missing dates first, and each field has its own error', () => {
  const message = 'Veuillez sélectionner au moins une date';
  const errors = { dates: message, name: 'Indiquez votre nom complet', email: "L'email doit être valide" };
  expect(refusal({ dates: [], name: '', email: 'x' })).toEqual({ errors, notice: message });
});

test.each<[Partial<Booking>, object]>([
  [{ name: '' }, { name: 'Indiquez votre nom complet' }],
  [{ email: ' ' }, { email: 'Indiquez votre adresse e-mail' }],
  [
    { name: '\t', email: '' },
    { name: 'Indiquez votre nom complet', email: 'Indiquez votre adresse e-mail' },
  ],
  [
    { name: '', email: 'x' },
    { name: 'Indiquez votre nom complet', email: "L'email doit être valide" },
  ],
])('the notice is about missing values before an invalid e-mail: %j', (change, errors) => {
  expect(refusal(change)).toEqual({ errors, notice: 'Veuillez remplir tous les champs obligatoires' });
});

test('an invalid e-mail is checked last, and the notice repeats the message of the field', () => {
  const words = "L'email doit être valide";
  expect(refusal({ email: 'camille@exemple' })).toEqual({ errors: { email: words }, notice: words });
});

test('the form refuses a date that has passed since it was chosen', () => {
  expect(refusal({ dates: ['2026-11-20', '2026-11-23'] })?.notice).toMatch(/est passée/);
});

test('the texts of a booking are cleaned, and the rest is kept', () => {
  const dates = ['2026-11-23', '2026-11-24'];
  const written = {
    ...emptyBooking,
    dates,
    name: ' Camille\tMartin ',
    email: ' camille@exemple.fr\n',
    phone: ' 0639980000 ',
    isAgefice: true,
  };
  expect(cleanBooking(written)).toEqual({
    ...emptyBooking,
    dates,
    name: 'Camille Martin',
    email: 'camille@exemple.fr',
    phone: '0639980000',
    isAgefice: true,
  });
});
