/** @jest-environment node */

import { fakeHost } from '@site/shared-ui/testing';
import { confirmedMessage } from './tell';

const { site } = fakeHost();
const day = [
  { from: '09:00', to: '12:30', text: 'Matin.' },
  { from: '13:30', to: '17:30', text: 'Après-midi.' },
];

test('the message names the confirmed day with its hours, and is signed by the trainer', () => {
  const facts = { ...site, product: 'Journée', day, trainer: { name: 'Ada Martin', path: 'Formatrice.' } };
  expect(confirmedMessage(facts, 'Camille Roy', ['2026-12-07'])).toEqual({
    subject: 'Votre journée est confirmée – Journée',
    text: 'Bonjour Camille Roy,\n\nVotre journée de formation est confirmée\u00a0: lundi 7 décembre 2026 (de 9\u00a0h à 17\u00a0h\u00a030, heure de Paris, à distance).\n\nÀ bientôt,\nAda Martin',
  });
});

test('without a timetable the message names the length of the day, and several days are a list', () => {
  const facts = { ...site, product: 'Journée', day: undefined, trainer: undefined };
  expect(confirmedMessage(facts, 'Camille Roy', ['2026-12-07', '2026-12-08'])).toEqual({
    subject: 'Vos journées sont confirmées – Journée',
    text: 'Bonjour Camille Roy,\n\nVos journées de formation sont confirmées (chacune 8\u00a0heures, à distance)\u00a0:\n–\u00a0lundi 7 décembre 2026\n–\u00a0mardi 8 décembre 2026\n\nÀ bientôt,\nJournée',
  });
});
