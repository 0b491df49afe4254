import { dayMinutes, durationOf } from '@site/contract/day-hours';
import { formatDuration } from '@site/contract/french-dates';
import type { Site } from '@site/contract/host';
import { FUNDING_COVERAGE, FUNDING_LEAD } from '@site/contract/offer';
import { promised } from '@site/contract/owner-facts';
import { announcedPrice, pricesOf } from '@site/contract/prices';
import { PROMISES } from '@site/contract/promises';
import { orToComplete } from '@site/contract/to-complete';

export const pricing = {
  title: 'Tarifs',
  intro: (site: Site) =>
    `La même journée${promised(site, 'fundingFile', ' ; la formule financée ajoute le montage et le suivi du dossier')}.`,
  standard: {
    name: 'Formule standard',
    features: (site: Site) =>
      [
        promised(site, 'alone', PROMISES.alone),
        `${durationOf(site.day)} de formation`,
        ...(['live', 'bonuses', 'soon'] as const).map((name) => promised(site, name, PROMISES[name])),
      ].filter(Boolean),
    action: 'Choisir ma date',
  },
  guarantee: {
    title: PROMISES.guarantee,
    text: (email: string) =>
      `Si, à la fin de la journée, trois automatisations ne sont pas installées et fonctionnelles, vous êtes remboursé. Écrivez à ${orToComplete(email)}.`,
  },
  funded: {
    name: 'Formule financée',
    features: (site: Site) =>
      [
        FUNDING_COVERAGE,
        'Financements possibles : AGEFICE, OPCO, FIF-PL, CFP',
        promised(site, 'fundingFile', PROMISES.fundingFile),
      ].filter(Boolean),
    conditions: {
      title: 'À savoir',
      lines: [
        'Délai de remboursement allongé : le fonds règle en principe après la formation, sur justificatifs',
        `Formation programmée ${FUNDING_LEAD}, au plus tôt`,
      ],
    },
    fund: {
      title: 'Quel est votre fonds ?',
      text: 'Selon votre statut : AGEFICE, FIF-PL ou OPCO ; votre CFP ouvre vos droits. Le nom du fonds figure sur votre attestation CFP (contribution à la formation professionnelle).',
      sites: [
        { name: 'Site de l’AGEFICE', url: 'https://communication-agefice.fr/' },
        { name: 'Site du FIF-PL', url: 'https://www.fifpl.fr/' },
      ],
    },
    action: 'VOIR LES ÉTAPES',
  },
  summary: (site: Site) =>
    `${formatDuration(dayMinutes(site.day))} de formation${promised(site, 'alone', ' individuelle')}, 3 automatisations, ${announcedPrice(site, pricesOf(site).standard)}`,
  noPayment:
    'Votre demande n’entraîne aucun paiement. La réservation devient définitive après signature de la convention ou du contrat de formation, sous réserve, s’il s’applique, du délai de rétractation.',
} as const;

export const callToAction = {
  title: 'Choisissez votre jour, nous préparons le reste',
  intro: 'Une date, une question ou un dossier de financement : commencez par où vous voulez.',
  book: 'Réserver ma date',
  write: 'Envoyer un message',
  procedure: 'Voir la procédure détaillée',
  reply: {
    before: 'Vous manquez de temps ? Envoyez ',
    word: '« GO »',
    to: ' à ',
    /** @param time `replyTime` of `site.json`, which completes « nous vous répondons » */
    after: (time = '') => ` : nous vous répondons${time && ` ${time}`} pour fixer la date.`,
    /** Opens the visitor's mail program with this subject. */
    address: (email: string) => `mailto:${email}?subject=GO`,
  },
} as const;
