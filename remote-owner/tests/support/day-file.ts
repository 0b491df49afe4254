import type { DayFile, PaperName } from '@site/contract/day-papers';
import type { Site } from '@site/contract/host';
import type { OwnedRequest } from '@site/supabase/requests';
import { screen, within } from '@testing-library/react';
import type { ReservationFile } from '../../src/api/wire';
import { warningsFor } from '../../src/day-file/warnings';
import { exampleRequest } from '../../src/testing/examples';
import { EMPTY_FILE } from '../../src/testing/file-handlers';
import { openSpace, press } from './open-space';
import { site as completeSite, file, keptOn, marked } from './paper-data';

export const request = exampleRequest(1, {
  status: 'confirmee',
  dates: ['2026-11-23'],
  confirmedDates: ['2026-11-23'],
});

const { publisher, payment, nda, videoTool, trainer, papers } = completeSite;

export const day: Site['day'] = completeSite.day;
export const mediator: Site['mediator'] = completeSite.mediator;

/** Texts with which devis, certificat and facture are complete. */
export const site: Partial<Site> = { publisher, payment, papers: { title: papers?.title, vat: papers?.vat } };

/** Texts with which no document lacks a text. */
export const texts: Partial<Site> = { nda, videoTool, trainer, papers };

export const ATTENDED: Partial<DayFile> = {
  address: file.address,
  siren: file.siren,
  payer: 'agefice',
  kept: keptOn('2026-11-23'),
};

/** The morning of the tests. */
export const NOW = { today: '2026-11-23', ahead: '2026-11-23' };

export const warned = (name: PaperName, reservation: Pick<ReservationFile, 'request' | 'file'>, fingerprint: string) =>
  warningsFor(name, { ...reservation, ...NOW }, fingerprint).map(({ text }) => text);

interface OpenedFile extends NonNullable<Parameters<typeof openSpace>[0]> {
  readonly request?: Partial<OwnedRequest>;
  readonly file?: Partial<DayFile>;
  /** Empty for the request itself. */
  readonly document?: string;
}

/** Opens the file of the reservation, or a document of it. */
export const openFile = ({ request: changes, file: facts, document = 'journee', ...space }: OpenedFile) =>
  openSpace({
    query: `?demande=${request.id}${document && `&dossier=${document}`}`,
    requests: [{ ...request, ...changes }],
    files: [[request.id, { ...EMPTY_FILE, ...facts }]],
    ...space,
  });

export const open = (changes: Partial<DayFile> = {}, document = 'journee', given: Partial<Site> = {}) =>
  openFile({ site: given, document, file: changes });

/** Opens the file of a reservation for this day, on a site whose texts are complete. */
export const openOn = (on: string, changes: Partial<DayFile>, document = 'journee') =>
  openFile({
    site: { ...site, ...texts, mediator, day },
    document,
    request: { dates: [on], confirmedDates: [on] },
    file: { ...ATTENDED, ...changes },
  });

export const markedAsSent = (paper: PaperName, sentOn: string | null, on: string) =>
  marked({ sentOn, days: sentOn ? [on] : null }, paper);

export const openBefore = (on: string, changes: Partial<DayFile> = {}, document?: string) =>
  openOn(on, { kept: null, papers: markedAsSent('convention', '2026-11-20', on), ...changes }, document);

export async function saveForm(name: string) {
  const form = within(await screen.findByRole('form', { name }));
  await press(form.getByRole('button', { name: 'Enregistrer' }));
}
