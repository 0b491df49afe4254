import type { Inset, Line } from '../body.ts';

/** A complete file is due at least this many days before the training. */
export const FUNDING_LEAD_DAYS = 15;

/** The steps of the funding guide, which the site shows under /agefice. */
export const visitorFunding = {
  path: '/agefice',
  label: 'Votre dossier AGEFICE',
  /** Before a day is confirmed. */
  guideAlone: (guide: Inset): Line => ['Les étapes du financement AGEFICE\u00a0: ', guide],
  guide: (guide: Inset | undefined): Line => [
    'Faites d’abord la pré-inscription, puis les étapes dans l’ordre',
    ...(guide ? ['\u00a0: ', guide] : ['.']),
  ],
  documents: (email: Inset): Line => [
    'Envoyez à ',
    email,
    ' votre attestation de contribution à la formation professionnelle (CFP), une copie de votre carte nationale d’identité et votre RIB.',
  ],
  deadline: (day: string, isFirstOfSeveral: boolean): Line => [
    `Le dossier complet doit être déposé au moins ${FUNDING_LEAD_DAYS}\u00a0jours avant la journée, donc au plus tard le ${day}${isFirstOfSeveral ? ' pour la première' : ''}\u00a0: sinon, il peut être refusé.`,
  ],
  late: [
    `Le dossier complet doit être déposé au moins ${FUNDING_LEAD_DAYS}\u00a0jours avant la journée, et ce délai est passé\u00a0: appelez-nous ou répondez à ce mail avant de commencer.`,
  ],
  portage: [
    'En portage salarial, faites uniquement la pré-inscription\u00a0: votre société de portage dépose la demande auprès de son OPCO.',
  ],
};
