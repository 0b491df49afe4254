import {
  agreementInWords,
  type EndedAgreement,
  FREE_WITHDRAWAL,
  type SignedAgreement,
  theAgreement,
} from '@site/contract/agreement-words';
import { numberName } from '@site/contract/countries';
import { type DayFile, PAPER_STEPS, type PaperName, type Payer, type TraineeStatus } from '@site/contract/day-papers';
import { DEPOSIT_PERCENT, FUNDING_LEAD_DAYS } from '@site/contract/offer';
import { FOLLOW_UP_WORDS, settlement } from '@site/supabase/requests';
import { attendance, feedback } from './after-day';
import { formatDay, formatShortDay, lowerFirst, theDays, upperFirst } from './dates';
import { markedPaper, signedBeforeSent } from './paper-names';

const FUNDING_COST = '\u202f; sinon, il peut être refusé (règle de l’AGEFICE).';
const FUNDING_LATE =
  '(règle de l’AGEFICE). S’il est parti, notez-le ici\u202f; sinon, demandez à l’AGEFICE si elle l’accepte encore.';

/** An invoice that was issued stays (CGI, 289, I, 5). */
const CORRECT_INVOICE = 'corrigez la facture dans votre logiciel, par une facture rectificative ou un avoir.';

const NEXT = {
  day: 'journée',
  convocation: 'convocation',
  funding: 'dossier AGEFICE, dernier jour',
  invoice: 'paiement de la facture, dernier jour',
} as const;

interface Unpayable {
  readonly areOver: boolean;
  readonly hasDeposit: boolean;
  readonly isSigned: boolean;
  /** The last of the ten days, and the first day for the whole price, if it is signed today at the earliest. */
  readonly until: string;
  readonly whole: string;
}

/**
 * Whether a consumer may still withdraw. `over`: the time is over. Who asked for the training within that time may not
 * once all of it was followed (L221-28, 1°), `used`; `unknown` until its hours are noted, and `partly` where less was
 * followed.
 */
export type RightEnding = 'open' | 'over' | 'unknown' | 'partly' | 'used';

const RIGHT_ENDS: Readonly<Record<RightEnding, string>> = {
  open: '',
  over: '',
  unknown:
    ' Sa demande est cochée\u00a0: s’il a suivi toute la formation, ce droit a pris fin. Notez les heures suivies.',
  partly: ' Sa demande est cochée, mais il n’a pas suivi toute la formation\u00a0: ce droit reste ouvert jusque-là.',
  used: 'Accord conclu à distance avec un particulier\u00a0: il ne peut plus se rétracter, car sa demande est cochée et il a suivi toute la formation (Code de la consommation, L221-28, 1°).',
};

export const dayFile = {
  back: 'Retour à la demande',
  backToFile: 'Retour au dossier',
  title: 'Dossier de la journée',
  gone: 'Cette réservation n’existe plus\u00a0: elle a été effacée, ou l’adresse est incomplète.',
  notConfirmed: 'Aucun jour de cette réservation n’est confirmé\u00a0: ses documents restent incomplets.',
  cancelled: 'Cette réservation est annulée\u00a0: ses documents ne s’envoient plus.',
  now: {
    title: 'Maintenant',
    missing: 'Il manque, une fois pour tous les documents\u00a0:',
    ready: (papers: readonly string[]) => `Prêts à partir\u00a0: ${papers.join(', ')}.`,
    /** @param isForfeit whether no price of a training is due */
    invoice: (isForfeit: boolean) =>
      `${isForfeit ? 'Dédit\u00a0: à facturer à part' : 'Facture\u00a0: à établir'} dans votre logiciel, puis à noter`,
    outside: (papers: readonly string[]) =>
      `À écrire hors de cet espace, avec votre comptable, puis à noter\u00a0: ${papers.join(', ')}.`,
    /** @param count of what the site prints */
    send: (count: number) => (count === 1 ? 'Envoyer ce document' : `Envoyer ces ${count}\u00a0documents`),
    heldUnsigned: (days: readonly string[]) =>
      `La formation a eu lieu ${theDays(days)} sans contrat signé. S’il a été signé avant, notez-le à son jour. Sinon, ne demandez aucun paiement (L6353-6), et parlez-en à un juriste.`,
    noteContract: 'Noter la signature du contrat',
    signedOn: (paper: string) => `${paper} le`,
    /** @param day null for today */
    noteSigned: (paper: string, day: string | null) =>
      `Noter\u00a0: ${lowerFirst(paper)} ${day ? `le ${formatDay(day)}` : 'aujourd’hui'}`,
    otherHours: 'L’agenda de cette personne a d’autres horaires que ceux de votre site\u00a0: dites-lui les nouveaux.',
    confirmAgain: 'Renvoyer la confirmation',
    confirmedAgain: 'La confirmation repart, avec les horaires de maintenant.',
    lowNote:
      'Note basse au questionnaire\u00a0: répondez au stagiaire, puis écrivez dans la note de la demande ce que vous en avez fait.',
    writeNote: 'Écrire la note',
    noteBoxTicked: 'Noter\u00a0: la case est cochée',
    void: { day: 'Jour déplacé', added: 'Jour ajouté', price: 'Prix changé', vat: 'Régime de TVA changé' },
    /** @param agreement « contrat signé le lundi 23 novembre 2026 » */
    voided: (cause: string, agreement: string) =>
      `${cause} depuis\u00a0: ${agreement}, à envoyer et à signer de nouveau.`,
    /** @param agreement the signed one that another client's replaces */
    replaced: (agreement: SignedAgreement, isContract: boolean) =>
      `Payeur changé depuis\u00a0: ${theAgreement(agreement)} engage jusqu’à la signature d’${isContract ? 'un contrat' : `une ${agreement.isContract ? '' : 'autre '}convention`}, à envoyer à sa place.`,
    /** A visitor who has cancelled by the link was told so too. */
    endedByVisitor: (agreement: EndedAgreement, dueCents: number | undefined) =>
      `Le stagiaire a annulé${agreement.isPart ? ' une partie de ses jours' : ''}, ${agreementInWords(agreement)}\u00a0: ${agreement.withdrawalUntil ? FREE_WITHDRAWAL : 'écrivez-lui pour la suite, le site le lui a annoncé.'}${settlement(agreement, dueCents)}`,
    endedByOwner: (agreement: EndedAgreement, dueCents: number | undefined) =>
      `Vous avez annulé, ${agreementInWords(agreement)}\u00a0: rendez toute somme déjà reçue pour les jours qui n’auront pas lieu (Code du travail, L6354-1), et écrivez à cette personne pour la suite.${settlement(agreement, dueCents)}`,
    /** @param amount empty while it is unknown */
    refunded: (amount: string) => (amount ? `${amount} rendus` : 'Somme rendue'),
    paid: (amount: string) => `${amount} réglés`,
    /** L6353-5 @param day the last of the ten days */
    mayWithdraw: (day: string) =>
      `Jusqu’à la fin du ${formatDay(day)}, le stagiaire peut aussi se rétracter par lettre recommandée (Code du travail, L6353-5)\u00a0: ne demandez aucune somme avant.`,
    noteDue: 'Noter un dédit dû après l’annulation',
    endedDone: 'Annulation traitée',
    nothing: 'Rien à faire pour l’instant.',
    next: (what: keyof typeof NEXT, day: string) => `Prochaine date\u00a0: ${NEXT[what]}, ${formatShortDay(day)}`,
  },
  list: 'Documents',
  /** `unexpected`: nobody expects the paper. */
  progress: {
    complete: 'Complet',
    incomplete: 'À\u00a0compléter',
    later: 'Après la journée',
    unexpected: 'Sans objet',
    outside: 'Hors de cet espace',
    early: 'Possible',
    sent: 'Envoyé',
    signed: 'Signé',
    void: 'À refaire',
  },
  /** Follows « Envoyé » and « Signée »: « le 23 nov. »; « Possible »: « à partir du 1er déc. » */
  since: (day: string, isFirst: boolean) =>
    ` ${isFirst ? 'à partir du' : 'le'} ${formatShortDay(day).replace(/^\S+ /, '')}`,
  elsewhere: (count: number) => `${count}\u00a0informations dans vos textes`,
  waits: (days: readonly string[]) =>
    `Ce document est parti pour ${theDays(days)}, qui ${days.length > 1 ? 'attendent' : 'attend'} de nouveau votre confirmation.`,
  moved: (was: readonly string[], now: readonly string[], end = '.') =>
    `Ce document est parti pour ${theDays(was)}, ${
      now.length === 0
        ? `qui ${was.length > 1 ? 'ne sont plus confirmés' : 'n’est plus confirmé'}`
        : `alors que ${now.length > 1 ? 'les journées sont' : 'la journée est'} maintenant ${theDays(now)}`
    }${end}`,
  movedEnds: {
    invoice: `\u00a0: ${CORRECT_INVOICE}`,
    again: '\u00a0: envoyez-le de nouveau.',
  },
  /** Stands beside a signed paper that is shown without these days. */
  leftOut: (days: readonly string[]) =>
    `Ce qui est signé porte aussi sur ${theDays(days)}, ${days.length > 1 ? 'annulés' : 'annulé'} depuis\u00a0: gardez l’exemplaire signé, ce document n’a plus que ce qui a eu lieu.`,
  causes: {
    day: 'le jour a été déplacé',
    added: 'un jour a été ajouté',
    price: 'le prix a changé',
    vat: 'le régime de TVA a changé',
  },
  /** What binds both sides by a price and a day; empty for other papers. */
  binding: (name: PaperName, isContract: boolean, isSigned: boolean) => {
    if (name !== 'devis' && name !== 'convention') return '';
    const marked = markedPaper(name, isSigned ? 'signed' : 'sent', isContract).toLowerCase();
    return `${marked.startsWith('convention') ? 'la' : 'le'} ${marked}`;
  },
  otherAgreement: {
    title: { payer: 'Changer qui paie\u202f?', price: 'Changer le prix\u202f?' },
    /**
     * @param paper « le contrat envoyé »
     * @param again what was signed with the payer of then
     */
    text: (paper: string, day: string, again: SignedAgreement | null) =>
      `${upperFirst(paper)} le ${formatDay(day)} ne vaudra plus\u00a0: ${again ? `${theAgreement(again)} vaudra de nouveau` : 'un autre document sera à envoyer et à signer'}.`,
    /** @param paper « le contrat signé » */
    signed: (paper: string, day: string) =>
      `${upperFirst(paper)} le ${formatDay(day)} engage jusqu’à la signature d’un autre document, à envoyer à sa place.`,
    act: 'Continuer',
  },
  /** A signed agreement still says what is due for the day that is left out. @param paper « nouveau contrat » */
  dropped: (paper: string, was: readonly string[], now: readonly string[]) =>
    `${was.length - now.length > 1 ? 'Des jours ont été annulés' : 'Un jour a été annulé'} depuis\u00a0: ${paper} à envoyer pour ${now.length > 1 ? 'les jours qui restent' : 'le jour qui reste'}.`,
  renewed: (name: PaperName, isContract: boolean) =>
    name === 'devis' ? 'nouveau devis' : isContract ? 'nouveau contrat' : 'nouvelle convention',
  outdated: (causes: readonly string[], paper: string) =>
    `${upperFirst(causes.join(' et '))} après l’envoi\u00a0: ${paper} n’est plus valable.`,
  invoiceChanged: (causes: readonly string[]) =>
    `${upperFirst(causes.join(' et '))} après l’envoi\u00a0: ${CORRECT_INVOICE}`,
  otherHours:
    'Les heures ne sont plus celles de la feuille qui est partie\u00a0: relisez-la, et faites-la signer de nouveau.',
  otherLetterhead:
    'L’en-tête de ce document a changé depuis qu’il est parti\u00a0: il reste valable, envoyez-le de nouveau si le destinataire a besoin du nouveau.',
  changed:
    'Les informations de ce document ont changé depuis qu’il est parti\u00a0: relisez-le, et envoyez-le de nouveau s’il le faut.',
  changedInvoice: `Les informations de ce document ont changé depuis que la facture est partie\u00a0: relisez-le, et s’il le faut, ${CORRECT_INVOICE}`,
  changedSigned:
    'Les informations de ce document ont changé depuis la signature\u00a0: ce qui est signé reste valable. Faites signer un nouveau document seulement si vous voulez le changement.',
  leaveAsSent: 'Laisser tel quel',
  /** The whole name of the button. @param paper title of the document */
  leaveAsSentOf: (paper: string) => `Laisser tel quel\u00a0: ${paper}`,
  leftAsSent: 'C’est noté\u00a0: ce document reste tel qu’il est parti.',
  /** Stands beside the papers of days that are over. */
  dated:
    'Ce document porte la date d’aujourd’hui, après la formation\u00a0: ne l’envoyez plus. S’il est parti avant, notez ce jour-là\u00a0: il y sera écrit.',
  missing: {
    title: 'À compléter avant d’envoyer',
    dossier: 'Dans ce dossier',
    request: 'Dans la demande',
    site: 'Dans vos textes',
    later: 'Il ne manque que ce qui se note après la journée.',
  },
  print: 'Imprimer ou enregistrer en PDF',
  all: {
    title: 'Tous les documents',
    open: 'Tout imprimer ou envoyer',
    choose: 'Documents à imprimer ou à envoyer',
    text: 'Sont cochés ceux qui sont prêts et à envoyer maintenant. Chacun commence une page et numérote les siennes\u202f; «\u202ffeuille 3 / 12\u202f» compte celles de l’ensemble. Sur papier, imprimez sur une seule face\u00a0: sinon, un document peut commencer au dos d’un autre.',
    others: 'Autres documents',
    none: 'Choisissez au moins un document.',
  },
  csv: 'Télécharger pour un logiciel (CSV)',
  /** @param days yyyy-MM-dd */
  csvFile: (days: readonly string[], id: string) => `${['facture', ...days, id.slice(0, 8)].join('-')}.csv`,
  marks: {
    title: 'Suivi de ce document',
    day: 'Jour à noter',
    dayWrong: 'Choisissez aujourd’hui ou un jour passé.',
    beforeSent: signedBeforeSent,
    on: (day: string) => `le ${formatDay(day)}`,
    incomplete:
      'Complétez d’abord ce document\u00a0: tant qu’une place est vide, il ne peut pas être noté comme envoyé.',
    later: 'Ce document se complète après la journée, puis s’envoie.',
    outside: 'Écrivez ce document hors de cet espace, avec votre comptable, puis notez-le ici.',
    done: 'C’est noté.',
    refused: (paper: string, why: string) => `${paper}, pas noté\u00a0: ${lowerFirst(why)}`,
  },
  trainee: {
    title: 'Stagiaire et paiement',
    text: 'Demandé une seule fois, pour tous les documents. Le stagiaire peut aussi le remplir avec le lien de ses e-mails.',
    filled: (moment: string) => `Complété par le stagiaire le ${moment}.`,
    address: 'Adresse du stagiaire',
    /** @param country « France »; empty where the address does not tell it */
    addressHint: (address: string, country: string) => {
      if (!address.trim()) return 'Hors de France, finissez par le pays.';
      if (!country) return 'Pays à préciser\u00a0: finissez par son nom.';
      return `Pays compris\u00a0: ${country}.${country === 'France' ? ' S’il est autre, finissez par son nom.' : ''}`;
    },
    /** @param label « SIREN du stagiaire » */
    number: (label: string, isAbroad: boolean) => upperFirst(label.replace('SIREN', numberName(isAbroad))),
    siren: 'SIREN du stagiaire',
    sirenHint: 'Neuf chiffres\u202f; d’un SIRET, les neuf premiers sont gardés.',
    status: 'Statut du stagiaire',
    statuses: {
      independent: 'Indépendant (agent commercial, micro-entrepreneur)',
      director: 'Dirigeant salarié de sa société',
      employee: 'Salarié',
      portage: 'Salarié en portage salarial',
      jobseeker: 'Demandeur d’emploi',
      individual: 'Particulier',
    } satisfies Record<TraineeStatus, string>,
    payer: 'Qui paie',
    payerHint: 'Le stagiaire seul\u00a0: un contrat. Tous les autres cas\u00a0: une convention.',
    /** Which contrat somebody gets who pays alone. */
    contrats: {
      consumer:
        'Contrat d’un consommateur\u00a0: quatorze jours pour se rétracter, et un médiateur. S’il paie pour son activité, notez son SIREN et un autre statut que «\u202fParticulier\u202f»\u00a0: le contrat sera celui d’un professionnel.',
      professional:
        'Contrat d’un professionnel\u00a0: dix jours pour se rétracter, sans médiateur. S’il paie à titre privé, choisissez le statut «\u202fParticulier\u202f»\u00a0: le contrat sera celui d’un consommateur.',
    },
    payers: {
      self: 'Le stagiaire, seul et à ses frais',
      agefice: 'AGEFICE',
      fifpl: 'FIF-PL',
      opco: 'L’OPCO de son employeur',
      company: 'Son entreprise ou sa société de portage',
      other: 'Un autre financeur',
    } satisfies Record<Payer, string>,
    payerName: 'Nom de l’entreprise',
    employerName: 'Nom de l’entreprise (son employeur)',
    funderName: 'Nom du financeur',
    ownCompany: 'Sa société, si elle est le client',
    ownHint:
      'Vide\u00a0: le stagiaire signe en son nom, avec son SIREN. S’il dirige une EURL ou une SARL qui signe et reçoit la facture, écrivez son nom\u202f; l’adresse et le SIREN ci-dessus sont alors les siens. Le dirigeant salarié d’une SAS ou SASU ne relève pas de l’AGEFICE.',
    payerAddress: 'Adresse de l’entreprise',
    payerSiren: 'SIREN de l’entreprise',
    priorLevel: 'Niveau du stagiaire avant la journée',
    priorLevelHint: 'Ce qu’il sait déjà de l’automatisation et de ses outils, en une ou deux phrases.',
    nextDay: 'Contenu du jour suivant',
    nextDays: 'Contenu des jours suivants',
    nextDaysHint:
      'Ce que contient chaque jour après le premier, aux mêmes horaires\u00a0: une ligne par jour, par exemple «\u202fJour 2\u00a0: …\u202f». Une ligne «\u202fObjectif\u00a0: …\u202f» ajoute un objectif, à évaluer aussi. Le programme et l’accord les impriment.',
    price: 'Prix convenu, toutes taxes comprises',
    /** @param price empty where no day is confirmed any more */
    priceHint: (price: string) =>
      `En euros, pour tous les jours.${price && ` Vide\u00a0: le prix de la formule, ${price}.`}`,
    cancelPrice: 'Dédit dû après l’annulation',
    cancelPriceHint: 'En euros, si ce qui est signé en prévoit un\u202f; vide si rien n’est dû.',
    none: 'Pas encore choisi',
  },
  attendance,
  feedback,
  deadlines: {
    title: 'Échéances',
    cancelDue: (amount: string) =>
      `Dédit dû après l’annulation\u00a0: ${amount}. Ce n’est pas le prix d’une formation\u00a0: facturez-le à part, sans le demander à un financeur, et voyez sa TVA avec votre comptable.`,
    /** After a cancellation. @param amount empty while it is unknown */
    depositCame: (amount: string, day: string) => `Acompte${amount && ` de ${amount}`} reçu le ${formatDay(day)}.`,
    /** @param what « Somme rendue » */
    givenBack: (what: string, day: string) => `${what} le ${formatDay(day)}.`,
    depositUnknown: 'Acompte\u00a0: s’il a été reçu avant l’annulation, notez-le.',
    /** @param due « le lundi 7 décembre 2026 »; of several days, each with what it is for */
    funding: (due: string, isLate: boolean) =>
      `Dossier AGEFICE\u00a0: ${isLate ? 'en retard. Il devait être déposé complet' : 'à déposer complet'} au plus tard ${due}, ${FUNDING_LEAD_DAYS}\u00a0jours avant la journée${isLate ? ` ${FUNDING_LATE}` : FUNDING_COST}`,
    /** @param isSigned whether an agreement for the confirmed days is signed */
    fundingDropped: (isSigned: boolean) =>
      `Dossier AGEFICE\u00a0: pas demandé, finalement. Le client règle sans remboursement, et les documents pas encore signés ne nomment plus de financeur${isSigned ? '\u202f; ce qui est signé peut rester tel quel' : ''}. S’il paie seul et à ses frais, il signe un contrat\u00a0: c’est «\u202fQui paie\u202f» qui en décide.`,
    choosePayer: 'Revoir «\u202fQui paie\u202f»',
    fundingOfSome: (late: string, due: string) =>
      `Dossier AGEFICE\u00a0: en retard pour ${late}. Il devait être déposé complet ${FUNDING_LEAD_DAYS}\u00a0jours avant la journée ${FUNDING_LATE}${due ? ` À déposer complet au plus tard ${due}${FUNDING_COST}` : ''}`,
    /** Leads to the sentence above. @param day the next one on which the file can go; null while it is late */
    nearFunding: (day: string | null) =>
      `Dossier AGEFICE\u00a0: ${day ? `à déposer au plus tard le ${formatShortDay(day)}` : 'en retard'}`,
    /** L6353-5 and L6353-6. @param day null once it is over */
    deposit: (day: string | null, most: string) =>
      `Acompte\u00a0: ${day ? `rien avant la fin du ${formatDay(day)}, puis ` : ''}${DEPOSIT_PERCENT}\u00a0% au plus, soit ${most} (L6353-6).`,
    carried: (sum: string) =>
      `Acompte\u00a0: déjà reçu au titre de l’accord remplacé, soit ${sum}, et imputé sur le prix.`,
    refund: (sum: string, day: string) =>
      `À rembourser au stagiaire\u00a0: ${sum}, reçus le ${formatDay(day)} au titre du contrat remplacé\u202f; le client est maintenant un autre. Une fois la somme rendue, retirez la note «\u202fAcompte reçu\u202f».`,
    depositInvoice:
      'Acompte\u00a0: une facture d’acompte est à émettre dès qu’il est reçu (CGI, 289, I, 1, c)\u202f; celle de la fin en rappelle le numéro.',
    /** @param day the last of the ten days; null before the signature */
    unsigned: (day: string | null) =>
      `Aucun paiement avant la ${day ? `fin du ${formatDay(day)}` : 'signature du contrat et la fin des dix jours qui la suivent'} (L6353-6).`,
    paidUnsigned: 'Noter un règlement déjà reçu, dans les «\u202fSuites\u202f» de la demande',
    withdrawal: (days: readonly string[], { areOver, hasDeposit, isSigned, until, whole }: Unpayable) =>
      `La formation a ${areOver ? 'eu ' : ''}lieu ${theDays(days)}, dans les dix jours de rétractation\u00a0: ${isSigned ? '' : 'si le contrat est signé aujourd’hui, '}rien n’est dû avant la fin du ${formatDay(until)} (L6353-6), ${hasDeposit ? `puis ${DEPOSIT_PERCENT}\u00a0% au plus\u202f; le reste,` : 'et le prix'} au plus tôt le ${formatDay(whole)}, comme le contrat le dit.`,
    tooEarly: (day: string) =>
      `Un paiement est noté le ${formatDay(day)}, avant ce que la loi permet\u00a0: retirez cette note, ou rendez la somme.`,
    marks: {
      fundingFiledOn: 'Dossier AGEFICE déposé (par vous ou par le stagiaire)',
      fundingDroppedOn: 'Financement AGEFICE pas demandé, finalement',
      depositOn: 'Acompte reçu',
      reimbursementAskedOn: 'Remboursement demandé à l’AGEFICE (par vous ou par le stagiaire)',
      paid: FOLLOW_UP_WORDS.paid,
    },
    on: (day: string) => `le ${formatDay(day)}`,
    /** L221-18 and L221-19 of the Code de la consommation. @param last day of the time, where it is known */
    distance: (last: string | null, isContract: boolean, ending: RightEnding) =>
      ending === 'used'
        ? RIGHT_ENDS.used
        : `Accord conclu à distance avec un particulier\u00a0: il ${ending === 'over' ? 'pouvait' : 'peut'} ${isContract ? 'aussi ' : ''}se rétracter ${last ? `jusqu’à la fin du ${formatDay(last)}` : 'pendant les quatorze jours qui suivent la signature'} (Code de la consommation, L221-18).${RIGHT_ENDS[ending]} Faites relire ce document par un juriste.`,
    early: (days: readonly string[]) =>
      `La formation a lieu ${theDays(days)}, dans les quatorze jours de rétractation\u00a0: elle n’a lieu que s’il coche sa demande en signant (L221-25).`,
    /** Once both have signed, until the express request is noted. */
    unrequested: (days: readonly string[], isContract: boolean) =>
      `La formation ne peut pas avoir lieu ${theDays(days)}, dans les quatorze jours de rétractation\u00a0: sa demande n’est pas notée comme cochée dans ${isContract ? 'le contrat' : 'la convention'} (L221-25). Faites-la cocher, puis notez-le ici\u202f; sinon, changez de jour.`,
    /**
     * Before both have signed.
     * @param rate in per cent; 0 where none is charged
     * @param mention why there is none
     */
    overseas(rate: number, mention: string, isProfessional: boolean): string {
      const taxed =
        rate > 0
          ? `comptent la TVA de son lieu, ${rate.toLocaleString('fr-FR')}\u00a0%.`
          : `écrivent\u00a0: «\u202f${mention}\u202f»`;
      return `Le client est un ${isProfessional ? 'professionnel' : 'particulier'} outre-mer\u00a0: les documents ${taxed} À confirmer avec votre comptable, comme une taxe de ce lieu.`;
    },
    abroad:
      'Client établi hors de France\u00a0: la TVA n’est peut-être pas la française («\u202fAutoliquidation\u202f» pour une entreprise de l’Union européenne, avec son numéro de TVA)\u00a0: à demander à votre comptable. Un document à qui il ne manque que la TVA ou le SIREN s’écrit hors de cet espace.',
    unknownCountry:
      'Pays du client inconnu d’après son adresse\u00a0: complétez-la (code postal, ville et nom du pays). Hors de France, les documents ne demandent pas de SIREN, et la TVA n’est peut-être pas la française\u00a0: à confirmer avec votre comptable.',
    nothingDue: 'Rien n’est dû\u00a0: aucune facture.',
    /** @param from the first day on which a contrat allows it; empty for any */
    invoice: (day: string, from: string) =>
      `Paiement de la facture\u00a0: ${[
        from && `au plus tôt le ${formatDay(from)} (selon le contrat)`,
        day ? `au plus tard le ${formatDay(day)}` : !from && 'selon ce qui est convenu',
      ]
        .filter(Boolean)
        .join(', ')}.`,
    reimbursed: (day: string, isLate: boolean) =>
      `Demande de remboursement à l’AGEFICE\u00a0: ${isLate ? 'en retard. Elle était à faire ' : ''}au plus tard le ${formatDay(day)} (quatre mois, délai publié en 2018\u00a0: à confirmer).${isLate ? ' Si elle est partie, notez-le ici\u202f; sinon, demandez à l’AGEFICE si elle l’accepte encore.' : ''}`,
    vat: 'Le régime de TVA, la facturation électronique des actes exonérés, et la référence au CIBS qui remplace celle du CGI sur les factures au plus tard le 31\u00a0décembre 2027\u00a0: à confirmer avec votre comptable.',
    /** @param day the tenth after the first one of the training */
    fifpl: (day: string) =>
      `Demande au FIF-PL\u00a0: à saisir en ligne par le stagiaire au plus tard le ${formatDay(day)}, dix jours après le premier jour\u202f; sinon, elle est refusée (règle publiée en 2024\u00a0: à confirmer).`,
  },
  save: 'Enregistrer',
  saving: 'Un instant…',
  saved: 'Le dossier est enregistré.',
  unsaved: 'Pas encore enregistré.',
  changedElsewhere:
    'Un autre appareil a modifié ce dossier avant vous. Ce que vous avez écrit est gardé ici\u00a0: vérifiez le reste, puis enregistrez de nouveau.',
  errors: 'À corriger avant d’enregistrer',
  wrong: {
    address: 'Écrivez une adresse complète.',
    siren: 'Ce n’est pas un SIREN\u00a0: vérifiez ses neuf chiffres. Hors de France, finissez l’adresse par le pays.',
    price: 'Écrivez un montant en euros, par exemple 199 ou 199,50.',
    from: 'Indiquez l’heure de début, ou cochez «\u202fAbsent\u202f».',
    to: 'Indiquez une fin plus tardive que le début, ou cochez «\u202fAbsent\u202f».',
  },
} as const;

/** « Contrat envoyé le lundi 23 novembre 2026 » */
export function marksInWords(state: DayFile['papers'][number] | undefined, isContract: boolean): readonly string[] {
  const days = { sent: state?.sentOn, signed: state?.signedOn };
  return PAPER_STEPS.flatMap((step) => {
    const day = days[step];
    return state && day ? `${markedPaper(state.paper, step, isContract)} le ${formatDay(day)}` : [];
  });
}
