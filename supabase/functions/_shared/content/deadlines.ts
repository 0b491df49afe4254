import { FUNDING_LEAD_DAYS } from '@site/contract/offer';
import type { DeadlineStep } from '../claimed-mail.ts';

/**
 * Parts of the sentence about it; the name stands alone, as a visitor typed it.
 * @param due « vendredi 12 juin 2026 »
 */
export function deadlineParts(step: DeadlineStep, name: string, due: string): readonly [string, string, string] {
  switch (step) {
    case 'funding':
      return [
        'Dossier AGEFICE de ',
        name,
        `\u00a0: à déposer complet au plus tard le ${due}, ${FUNDING_LEAD_DAYS}\u00a0jours avant la journée\u202f; sinon, il peut être refusé (règle de l’AGEFICE).`,
      ];
    case 'kept':
      return ['', name, `, journée du ${due}\u00a0: notez les heures réellement suivies.`];
    case 'signature':
      return [
        'Contrat pour ',
        name,
        `, journée du ${due}\u00a0: pas encore signé. Aucun paiement avant la signature et la fin des dix jours qui la suivent (Code du travail, L6353-3 à L6353-6).`,
      ];
    case 'payable':
      return [
        'Contrat pour ',
        name,
        `, signé\u00a0: rien à encaisser avant le ${due}, puis 30\u00a0% au plus, et le reste au fil de la formation (Code du travail, L6353-5 et L6353-6).`,
      ];
    case 'reimbursement':
      return [
        'Remboursement AGEFICE, ',
        name,
        `\u00a0: à demander au plus tard le ${due}, quatre mois après la journée (délai publié en 2018\u00a0: à confirmer avec l’AGEFICE).`,
      ];
    case 'report':
      return [
        'Bilan pédagogique et financier',
        '',
        `\u00a0: celui de l’an dernier est à déposer au plus tard le ${due} (Code du travail, L6352-11 et R6352-22\u202f; certaines campagnes vont jusqu’au 31\u00a0mai\u00a0: à confirmer avec votre comptable).`,
      ];
  }
}
