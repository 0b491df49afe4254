export const form = {
  name: 'Écrire un message',
  prenom: { label: 'Prénom', placeholder: 'Camille' },
  nom: { label: 'Nom' },
  email: { label: 'E-mail', hint: 'Par exemple\u00a0: prenom.nom@exemple.fr' },
  telephone: { label: 'Téléphone', hint: 'Par exemple\u00a0: 06\u00a039\u00a098\u00a000\u00a000' },
  message: { label: 'Votre message', hint: 'Facultatif' },
  isAgefice: { label: 'Je souhaite bénéficier du financement AGEFICE' },
  submit: 'Envoyer',
  sending: 'Envoi en cours...',
  direct: 'Vous préférez l’e-mail ou le téléphone\u202f?',
} as const;
