import { cleanBooking, emptyBooking } from './booking';

test('the empty booking has no date, no text and no AGEFICE choice', () => {
  expect(emptyBooking).toEqual({ dates: [], name: '', email: '', phone: '', isAgefice: false });
});

test('the texts of a booking are cleaned, and the rest is kept', () => {
  const dates = ['2026-11-23'];
  const written = {
    dates,
    name: ' Camille\tMartin ',
    email: ' camille@exemple.fr\n',
    phone: ' 0639980000 ',
    isAgefice: true,
  };
  expect(cleanBooking(written)).toEqual({
    dates,
    name: 'Camille Martin',
    email: 'camille@exemple.fr',
    phone: '0639980000',
    isAgefice: true,
  });
});
