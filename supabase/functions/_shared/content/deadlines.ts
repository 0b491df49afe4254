import { formatFrenchDate } from '@site/contract/french-dates';
import { FUNDING_LEAD_DAYS } from '@site/contract/offer';
import type { Concern } from '../claimed-mail.ts';

export type Deadline = Pick<
  Extract<Concern, { readonly kind: 'deadline' }>,
  'step' | 'days' | 'news' | 'papers' | 'isLate' | 'isContract'
>;

const newsWords = {
  filled: 'dossier complété par le stagiaire',
  answered: 'questionnaire rempli',
  low: 'avec une note basse, à traiter',
  hours: 'horaires changés depuis sa confirmation',
  price: 'à noter\u00a0: le prix de ce qui a été suivi, pour la facture',
};
const paperWords = {
  convocation: 'convocation',
  blank_sheet: 'feuille d’émargement vierge',
  emargement: 'feuille d’émargement',
  certificat: 'certificat de réalisation',
  attestation: 'attestation d’assiduité',
  facture: 'facture',
};

const listed = (papers: readonly (keyof typeof paperWords)[]) => papers.map((paper) => paperWords[paper]).join(', ');

/**
 * Parts of the sentence about it; the name stands alone, as a visitor typed it.
 * @param due « vendredi 12 juin 2026 »
 */
export function deadlineParts(
  { step, days = [], news = [], papers = [], isLate, isContract = true }: Deadline,
  name: string,
  due: string,
): readonly [string, string, string] {
  switch (step) {
    case 'file': {
      const unsent = papers.filter((paper) => paper !== 'emargement');
      const all = [
        ...news.map((one) => newsWords[one]),
        unsent.length > 0 && `à envoyer\u00a0: ${listed(unsent)}`,
        papers.includes('emargement') && `à noter comme signée\u00a0: ${listed(['emargement'])}`,
      ].filter(Boolean);
      const held = days.length > 1 ? `journées du ${days.map(formatFrenchDate).join(' et du ')}` : `journée du ${due}`;
      return ['', name, `, ${held}\u00a0: ${all.join('\u202f; ')}.`];
    }
    case 'kept':
      return ['', name, `, journée du ${due}\u00a0: notez les heures réellement suivies.`];
    case 'funding':
      return [
        'Dossier AGEFICE pour ',
        name,
        isLate
          ? `\u00a0: en retard. Il devait être déposé complet au plus tard le ${due}, ${FUNDING_LEAD_DAYS}\u00a0jours avant la journée (règle de l’AGEFICE). S’il est parti, notez-le dans le dossier\u202f; sinon, demandez à l’AGEFICE si elle l’accepte encore.`
          : `\u00a0: à déposer complet au plus tard le ${due}, ${FUNDING_LEAD_DAYS}\u00a0jours avant la journée\u202f; sinon, il peut être refusé (règle de l’AGEFICE).`,
      ];
    case 'signature':
      return [
        isContract ? 'Contrat pour ' : 'Convention pour ',
        name,
        isContract
          ? `, journée du ${due}\u00a0: pas encore signé pour ce jour. Aucun paiement avant la signature et la fin des dix jours qui la suivent (Code du travail, L6353-3 à L6353-6).`
          : `, journée du ${due}\u00a0: pas encore signée pour ce jour (Code du travail, L6353-1).`,
      ];
    case 'payable':
      return [
        'Contrat pour ',
        name,
        `, signé\u00a0: rien à encaisser avant le ${due}, puis 30\u00a0% au plus, et le solde au plus tôt le jour de la formation (Code du travail, L6353-5 et L6353-6).`,
      ];
    case 'reimbursement':
      return [
        'Remboursement AGEFICE, ',
        name,
        `\u00a0: à demander au plus tard le ${due}, quatre mois après la journée (délai publié en 2018\u00a0: à confirmer avec l’AGEFICE).${papers.length > 0 ? ` Pièces à remettre au stagiaire\u00a0: ${listed(papers)}.` : ''}`,
      ];
    case 'report':
      return [
        'Bilan pédagogique et financier',
        '',
        `\u00a0: celui de l’an dernier est à déposer au plus tard le ${due} (Code du travail, L6352-11 et R6352-22\u202f; certaines campagnes vont jusqu’au 31\u00a0mai\u00a0: à confirmer avec votre comptable).`,
      ];
  }
}
