import type { MailRecord } from '../api/health';

type Kind = MailRecord['kind'];
type State = MailRecord['state'];

const missing: Readonly<Record<Kind, (name: string) => string>> = {
  spf: (name) =>
    `À ajouter chez le gestionnaire du domaine, de type TXT, au nom ${name}\u00a0: v=spf1 include:… ~all, où votre fournisseur d’e-mails donne ce qui suit «\u202finclude:\u202f».`,
  dkim: (name) =>
    `Demandez à votre fournisseur d’e-mails la clé de ce domaine, puis ajoutez-la, de type TXT ou CNAME, au nom qu’il donne\u00a0: sélecteur.${name}.`,
  dmarc: (name) => `À ajouter chez le gestionnaire du domaine, de type TXT, au nom ${name}\u00a0: v=DMARC1; p=none`,
};

export const mailDomain = {
  title: 'Domaine de vos e-mails',
  text: 'Trois réglages du domaine montrent aux messageries que les e-mails du site viennent bien de vous. Sans eux, ils finissent souvent dans les indésirables.',
  ask: 'Vérifier maintenant',
  asking: 'Vérification en cours…',
  asked: (domain: string) => `Domaine vérifié\u00a0: ${domain}`,
  noSender: 'Le site n’a pas encore d’adresse d’expéditeur. Prévenez la personne qui héberge votre site.',
  kinds: {
    spf: 'Serveurs autorisés (SPF)',
    dkim: 'Signature (DKIM)',
    dmarc: 'Règle pour les faux e-mails (DMARC)',
  } satisfies Record<Kind, string>,
  states: {
    set: 'en place',
    missing: 'manque',
    several: 'en double',
    unknown: 'à confirmer',
    away: 'pas de réponse',
  } satisfies Record<State, string>,
  advice: (kind: Kind, state: State, name: string): readonly string[] => {
    if (state === 'missing') return [missing[kind](name)];
    if (state === 'several') return ['Les messageries n’en lisent alors aucun\u00a0: n’en gardez qu’un.'];
    if (state === 'unknown') {
      return [
        'Ce domaine a des clés, mais seul votre fournisseur d’e-mails connaît leur nom (le «\u202fsélecteur\u202f»)\u00a0: demandez-lui s’il signe vos e-mails.',
      ];
    }
    return state === 'away' ? ['L’annuaire des domaines (DNS) n’a pas répondu. Réessayez plus tard.'] : [];
  },
} as const;
