import type { Training } from '@site/contract/host';
import { formatFrenchDate } from '@site/shared-ui';
import { orToComplete } from './missing';
import { FUNDED_PRICE, inEurosTtc, STANDARD_PRICE } from './prices';

interface SheetEntry {
  readonly label: string;
  /** One line is shown as a sentence, several as a list. */
  readonly lines: readonly string[];
}

/** Removes the lines that `site.json` leaves empty. */
const told = (...lines: readonly string[]) => lines.filter((line) => line !== '');

export const trainingSheet = {
  title: 'Fiche de la formation',
  intro: 'Tout ce qu’il faut savoir avant de s’inscrire, sur une page.',
  updated: (day: string) => `Mise à jour : ${orToComplete(day && formatFrenchDate(day))}`,
  contact: 'Contact',
  entries: (training: Training): readonly SheetEntry[] => [
    { label: 'Public', lines: ['Agents immobiliers indépendants et mandataires'] },
    {
      label: 'Prérequis',
      lines: [
        'Aucune connaissance en programmation',
        'Savoir se servir d’un navigateur et d’une messagerie',
        'Disposer d’un ordinateur, d’un téléphone et d’une connexion à internet',
      ],
    },
    {
      label: 'Objectifs',
      lines: [
        'Créer une séquence de relance automatique, par SMS et e-mail',
        'Connecter l’arrivée d’un contact à une alerte immédiate et à une base de contacts',
        'Tester les trois automatisations, jusqu’à ce qu’elles fonctionnent',
      ],
    },
    { label: 'Durée', lines: ['8 heures, en une journée, à distance'] },
    {
      label: 'Délais d’accès',
      lines: told(
        training.accessTime,
        'Formule standard : programmable dans la semaine en cours',
        'Formule financée : 15 jours après l’envoi du dossier complet',
      ),
    },
    {
      label: 'Tarifs',
      lines: told(
        `Formule standard : ${inEurosTtc(STANDARD_PRICE)}`,
        `Formule financée : ${inEurosTtc(FUNDED_PRICE)}`,
        training.taxLine,
      ),
    },
    { label: 'Méthodes mobilisées', lines: [orToComplete(training.methods)] },
    { label: 'Modalités d’évaluation', lines: [orToComplete(training.assessment)] },
    { label: 'Accessibilité aux personnes handicapées', lines: [orToComplete(training.disability)] },
  ],
} as const;
