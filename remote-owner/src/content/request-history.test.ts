/** @jest-environment node */

import { historyText } from './request-history';

const DAYS = ['2026-12-07', '2026-12-08'];

test.each([
  ['confirmed', DAYS, 'Confirmée\u00a0: lun. 7\u00a0déc., mar. 8\u00a0déc.'],
  [
    'changed_day',
    { from: '2026-12-07', to: '2027-01-01' },
    'Jour changé\u00a0: lun. 7\u00a0déc. remplacé par ven. 1er\u00a0janv.',
  ],
  ['told', { channel: 'sms', days: DAYS.slice(0, 1) }, 'Prévenue par SMS\u00a0: lun. 7\u00a0déc.'],
  ['told', { channel: 'whatsapp', days: DAYS.slice(0, 1) }, 'Prévenue par WhatsApp\u00a0: lun. 7\u00a0déc.'],
  ['confirmed', [], 'Confirmée'],
  ['visitor_cancelled', { confirmed: [] }, 'Annulée par le visiteur'],
  [
    'visitor_cancelled',
    { confirmed: DAYS.slice(0, 1) },
    'Annulée par le visiteur, alors que confirmée\u00a0: lun. 7\u00a0déc.',
  ],
  [
    'visitor_asked',
    { from: '2026-12-07', to: '2026-12-08' },
    'Autre jour demandé par le visiteur\u00a0: mar. 8\u00a0déc., à la place du lun. 7\u00a0déc.',
  ],
  [
    'visitor_gave_up',
    { day: '2026-12-07', wasConfirmed: true },
    'Jour annulé par le visiteur, alors que confirmé\u00a0: lun. 7\u00a0déc.',
  ],
  [
    'visitor_gave_up',
    { day: '2026-12-07', wasConfirmed: false },
    'Jour annulé par le visiteur\u00a0: lun. 7\u00a0déc.',
  ],
  ['noted', null, 'Note modifiée'],
  ['of-a-later-release', 5, 'of-a-later-release'],
])('the history says of %s with %j: %s', (action, detail, text) => {
  expect(historyText({ action, detail })).toBe(text);
});
