/** @jest-environment node */

import { type DayFile, PAPERS } from '@site/contract/day-papers';
import type { Site } from '@site/contract/host';
import { DAY, data, LEFT_EARLY, site, siteWith } from '../../tests/support/paper-data';
import { WRITE } from './all-papers';
import { changedSince } from './fingerprint';
import type { PaperData } from './paper-data';

describe('what a paper says otherwise than when it went out', () => {
  test('what has changed since a paper went out is the price, its own facts or texts of the site', () => {
    const fingerprintOf = (changes: Partial<DayFile>, more?: Partial<PaperData>) =>
      WRITE.convention(data(changes, more)).fingerprint;
    const then = fingerprintOf({});
    const changed = (now: string) => [...changedSince(then, now)];
    expect(changed(fingerprintOf({}, { today: '2027-12-08' }))).toEqual([]);
    expect(changed(fingerprintOf({ priceCents: 30_000 }))).toEqual(['price']);
    expect(changed(fingerprintOf({}, { site: { ...site, prices: { standard: '210' } } }))).toEqual(['price']);
    expect(changed(fingerprintOf({ address: '4 rue des Lilas, 35000 Rennes' }))).toEqual(['own']);
    expect(changed(fingerprintOf({}, { site: { ...site, videoTool: 'Autre' } }))).toEqual(['site']);
    const exempt: Site = siteWith({ vat: 'exempt' });
    expect(changed(fingerprintOf({}, { site: exempt }))).toEqual(['vat']);
    expect(changed(fingerprintOf({ priceCents: 30_000 }, { site: exempt }))).toEqual(['price']);
  });

  test.each(PAPERS)('another letterhead is a change of the %s that went out', (name) => {
    const fingerprintOf = (changes: Partial<Site>) =>
      WRITE[name](data({}, { site: { ...site, ...changes } })).fingerprint;
    const publisher = { ...site.publisher, registration: 'RCS Rennes' };
    expect([...changedSince(fingerprintOf({}), fingerprintOf({ publisher }))]).toEqual(['letterhead']);
    // A fingerprint of before has no letterhead.
    expect(changedSince(fingerprintOf({}).slice(0, 29), fingerprintOf({ publisher }))).toEqual(new Set());
  });

  test.each(['devis', 'facture', 'emargement'] as const)(
    'other hours of the timetable change a %s that went out, another text of it does not',
    (name) => {
      const [morning, afternoon] = site.day ?? [];
      const fingerprintOf = (changes: object) =>
        WRITE[name](
          data(
            { kept: null },
            { today: DAY, site: { ...site, day: morning && afternoon && [morning, { ...afternoon, ...changes }] } },
          ),
        ).fingerprint;
      expect([...changedSince(fingerprintOf({}), fingerprintOf({ to: '17:00' }))]).toEqual(['site']);
      expect([...changedSince(fingerprintOf({}), fingerprintOf({ text: 'Base de contacts' }))]).toEqual([]);
    },
  );

  // Another spelling of a field would tell of changes that nobody made: give it another FORMAT.
  test('the digest of unchanged data stays as it was stored', () => {
    expect(WRITE.convention(data()).fingerprint).toMatch(/^5o7d197h4wj2721mbwc7gbwr2ih7p/);
    expect(WRITE.attestation(data({ kept: LEFT_EARLY })).fingerprint).toMatch(/^5wr2ih7pkf4n0ig9knmbjxwr2ih7p/);
    expect(changedSince('1abc', WRITE.convention(data()).fingerprint)).toEqual(new Set());
  });
});
