import { agreementInWords, agreementName, type SignedAgreement } from '@site/contract/agreement-words';
import type { Payer, TraineeDetails, TraineeStatus } from '@site/contract/day-papers';
import { formatFrenchDate } from '@site/shared-ui';
import type { ManageFailure } from '../api/managed-request';
import { describeManageFailure } from './manage';

/** « 732 829 320 » */
export const formatSiren = (siren: string) => siren.replace(/\d{3}(?=\d)/g, '$&\u00a0');

const COUNTRY = 'Hors de France, finissez par le pays.';

const lowerFirst = (text: string) => text.replace(/^[A-Z](?=[a-z’])/, (first) => first.toLowerCase());
/** « Déjà indiqué (l’AGEFICE) » @param answer missing where it is not shown */
const withAnswer = (text: string, answer?: string) => text + (answer ? ` (${lowerFirst(answer)})` : '');

export const dayFile = {
  loading: 'Ouverture de votre dossier…',
  retry: 'Réessayer',
  sending: 'Envoi en cours...',
  errors: 'À corriger',
  details: {
    title: (isContract: boolean | null) => `Vos informations pour ${agreementName(isContract)}`,
    open: 'Compléter mon dossier',
    optional: (isToSign: boolean) =>
      `Facultatif, deux minutes\u00a0: ${isToSign ? 'elles remplissent le document que vous signez avec votre formateur, qui les lit' : 'votre formateur les lit'}. Ce qui manque, il vous le demandera.`,
    givenLabel: (label: string, answer?: string) => withAnswer(lowerFirst(label), answer),
    given: (labels: readonly string[]) => `Déjà indiqué\u00a0: ${labels.join(', ')}.`,
    text: 'Ce que vous enregistrez ne s’affiche plus une fois cette page quittée, car ce lien peut être transféré. Nous le gardons avec votre demande, et l’effaçons avec elle.',
    saved: 'Ce que vous venez d’enregistrer',
    correct:
      'Une erreur\u202f? Rouvrez «\u202fCompléter mon dossier\u202f» et écrivez la bonne réponse. Cette liste disparaît quand vous quittez la page.',
    closed: (isContract: boolean | null, signed: SignedAgreement | null) => {
      const gone = isContract ? 'contrat est parti' : 'convention est partie';
      const sent = isContract === null ? 'convention ou votre contrat est parti' : gone;
      return `Votre ${signed ? `${agreementInWords(signed)} a été établi${signed.isContract ? '' : 'e'}` : sent} avec les informations connues. Pour en corriger une, écrivez-nous.`;
    },
    labels: {
      address: 'Votre adresse',
      siren: 'Votre SIREN',
      status: 'Votre statut',
      payer: 'Qui paie la formation',
      payerName: 'Nom de l’entreprise',
      payerAddress: 'Adresse de l’entreprise',
      payerSiren: 'SIREN de l’entreprise',
      priorLevel: 'Ce que vous savez déjà faire',
    } satisfies Record<keyof TraineeDetails, string>,
    /** The labels of a business abroad. */
    foreignNumbers: {
      siren: 'Votre numéro d’immatriculation ou de TVA',
      payerSiren: 'Numéro d’immatriculation ou de TVA de l’entreprise',
    },
    /** The labels of a business that may be abroad. */
    eitherNumbers: {
      siren: 'Votre SIREN, ou votre numéro hors de France',
      payerSiren: 'SIREN de l’entreprise, ou son numéro hors de France',
    },
    /** Names `payerName`, by who pays. */
    payerNames: {
      opco: 'Nom de l’entreprise (votre employeur)',
      company: 'Nom de l’entreprise (votre employeur)',
      other: 'Nom du financeur',
    } as Partial<Record<Payer, string>>,
    hints: {
      address: COUNTRY,
      payerAddress: COUNTRY,
      payer: 'Pour un financement\u00a0: le fonds que nomme votre attestation CFP.',
      siren: 'Neuf chiffres\u202f; d’un SIRET, les neuf premiers suffisent.',
      priorLevel: 'Vos outils, et ce que vous avez déjà automatisé, en une ou deux phrases.',
    } as Partial<Record<keyof TraineeDetails, string>>,
    /** @param isOpen whether it may not go with another answer */
    givenHint: (answer?: string, isOpen = false) =>
      `${withAnswer('Déjà indiqué', answer)}\u00a0: ${isOpen ? 'choisissez-le de nouveau, car qui paie change' : 'ne répondez que pour le remplacer'}.`,
    /** @param siren nine digits */
    cut: (siren: string) => `C’est un SIRET\u00a0: son SIREN, ${formatSiren(siren)}, sera enregistré.`,
    none: 'Choisir…',
    statuses: {
      independent: 'Indépendant, mandataire',
      director: 'Dirigeant salarié',
      employee: 'Salarié',
      portage: 'Salarié en portage',
      jobseeker: 'Demandeur d’emploi',
      individual: 'Particulier',
    } satisfies Record<TraineeStatus, string>,
    payers: {
      self: 'Moi, à mes frais',
      agefice: 'L’AGEFICE',
      fifpl: 'Le FIF-PL',
      opco: 'L’OPCO de l’employeur',
      company: 'Entreprise ou portage',
      other: 'Un autre financeur',
    } satisfies Record<Payer, string>,
    wrong: {
      address: 'Écrivez une adresse complète.',
      siren:
        'Ce n’est pas un SIREN\u00a0: vérifiez ses neuf chiffres. Hors de France, écrivez aussi l’adresse, avec le pays.',
    },
    save: 'Enregistrer mes informations',
    nothing: 'Remplissez au moins une information.',
    done: 'C’est enregistré, merci.',
  },
  /** After the last day, for who asked the fund for the money. */
  reimbursement: {
    title: 'Votre remboursement par l’AGEFICE',
    /** @param until yyyy-MM-dd */
    text: (until: string) => [
      `Si l’AGEFICE a accepté votre dossier, le remboursement se demande au plus tard le ${formatFrenchDate(until)}, quatre mois après la formation (délai publié en 2018\u00a0: vérifiez-le auprès de l’AGEFICE).`,
      'Les pièces à lui envoyer\u00a0: la facture acquittée, la feuille d’émargement, le certificat de réalisation et l’attestation d’assiduité. Votre formateur vous les remet\u202f; s’il vous en manque une, ou pour savoir qui les envoie, écrivez-nous.',
    ],
  },
  questionnaire: {
    title: 'Votre avis sur la formation',
    text: 'Cinq notes et, si vous voulez, une remarque, pour l’améliorer. Comptez une minute.',
    readers:
      'Vos réponses ne sont pas anonymes\u00a0: votre formateur les lit avec votre nom. Une fois envoyées, elles ne se modifient plus.',
    scale: 'De 1 (pas du tout d’accord) à 5 (tout à fait d’accord)',
    ends: ['Pas du tout', 'Tout à fait'],
    missing: (count: number) => (count === 1 ? 'Il manque une note.' : `Il manque ${count}\u00a0notes.`),
    missingHere: 'Choisissez une note de 1 à\u00a05.',
    remark: 'Remarque, suggestion ou réclamation',
    remarkHint: 'Facultatif. Ce qui vous a aidé, ce qui vous a manqué.',
    send: 'Envoyer mes réponses',
    done: 'Merci\u202f! Vos réponses sont enregistrées, votre formateur peut les lire. Pour y ajouter quelque chose, écrivez-nous.',
    answered: 'Vous avez répondu au questionnaire, merci\u202f! Pour y ajouter quelque chose, écrivez-nous.',
  },
} as const;

const ENDED =
  'Rien n’est enregistré\u00a0: ce lien ne fonctionne plus. Copiez ce que vous avez écrit, puis ouvrez «\u202fGérer ma demande\u202f» dans notre dernier e-mail qui le propose, ou écrivez-nous.';

export function describeFileFailure(failure: ManageFailure): string {
  if (failure.reason === 'unknown') return ENDED;
  return failure.reason === 'changed'
    ? 'Votre dossier a été complété entre-temps, dans un autre onglet ou par nous. Ce que vous avez écrit est encore ici\u00a0: vérifiez-le, puis enregistrez de nouveau.'
    : describeManageFailure(failure);
}
