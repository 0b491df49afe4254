/** Buttons of the owner's mails, each a link to the owner's space. */
export const spaceWording = {
  confirm: 'Confirmer',
  look: 'Voir',
  lookAtAll: 'Voir les demandes',
};
