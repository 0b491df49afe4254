import type { Site } from '@site/contract/host';
import { promised } from '@site/contract/owner-facts';

export interface Question {
  readonly question: string;
  readonly answer: string;
  readonly inFundingGuide?: boolean;
}

export const questions = {
  title: 'Questions fréquentes',
  fundingGuide: 'Lire les étapes du financement',
  payment: 'Comment se passe le paiement ?',
  other: { text: 'Votre question n’est pas ici ?', link: 'Écrivez-nous' },
  list: (site: Site): readonly Question[] => [
    {
      question: 'Quel niveau faut-il ?',
      answer:
        'Aucun en programmation : tout se construit sans coder, avec le formateur. Si vous savez vous servir d’un navigateur et d’une messagerie, vous pouvez suivre la journée.',
    },
    {
      question: 'De quel matériel ai-je besoin ?',
      answer:
        'D’un ordinateur, d’une connexion à internet et de votre téléphone, pour recevoir vos alertes. Un doute sur votre équipement ? Écrivez-nous avant de choisir une date.',
    },
    {
      question: 'Combien coûtent les outils ensuite ?',
      answer:
        'Cela dépend de ceux que vous gardez et de votre volume : chaque éditeur fixe ses tarifs, et l’envoi de SMS est d’ordinaire payant. Écrivez-nous avant de réserver, avec votre nombre de contacts par mois : nous regarderons votre cas.',
    },
    {
      question: 'Puis-je reporter ma date ?',
      answer:
        'Tant que rien n’est signé, votre demande ne vous engage pas : écrivez-nous et choisissez un autre jour. Après signature, ce sont les conditions de votre convention ou de votre contrat qui s’appliquent, sous réserve, s’il s’applique, du délai de rétractation.',
    },
    {
      question: 'AGEFICE ou FIF-PL : lequel est le mien ?',
      answer:
        'Votre fonds est celui qui figure sur votre attestation CFP : le plus souvent l’AGEFICE ou le FIF-PL. En portage salarial, votre société de portage s’adresse à son OPCO.',
      inFundingGuide: true,
    },
    {
      question: 'Quand suis-je remboursé ?',
      answer: `Avec la formule financée, le fonds règle en principe après la formation, sur justificatifs. Le délai et le montant dépendent de lui : nous ne pouvons pas vous promettre de date.${promised(site, 'fundingFile', ' Le montage et le suivi du dossier sont inclus.')}`,
      inFundingGuide: true,
    },
    {
      question: 'Que faire si une automatisation tombe en panne ?',
      answer:
        'Vous l’aurez construite vous-même : vous saurez où regarder et quoi modifier. Si vous restez bloqué, écrivez-nous en décrivant ce qui s’affiche.',
    },
    {
      question: 'Que deviennent les données de mes clients ?',
      answer:
        'Vous en restez responsable : ne confiez à vos outils que les données utiles, et informez vos contacts. Pour démarcher un particulier par e-mail ou par SMS, son accord préalable est en principe nécessaire. Ne nous envoyez aucune donnée de client par les formulaires de ce site.',
    },
  ],
};
