/** French texts of the calendar that an owner's phone subscribes to. */
export const agendaWording = {
  name: 'Formations confirmées',
  summary: (who: string) => `Formation\u00a0: ${who}`,
  phone: (phone: string) => `Téléphone\u00a0: ${phone}`,
  email: (email: string) => `E-mail\u00a0: ${email}`,
  answer: (label: string, value: string) => `${label}\u00a0: ${value}`,
  note: (note: string) => `Note\u00a0: ${note}`,
  request: (url: string) => `Demande\u00a0: ${url}`,
  place: (tool: string | undefined) => (tool ? `À distance (${tool})` : 'À distance'),
};
