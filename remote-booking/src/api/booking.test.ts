import { cleanBooking, emptyBooking } from './booking';

test('the empty booking has no date, no text and no AGEFICE choice', () => {
  for (const value of Object.values(emptyBooking)) expect(['', false, []]).toContainEqual(value);
});

test('the texts of a booking are cleaned, and the rest is kept', () => {
  const dates = ['2026-11-23'];
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
