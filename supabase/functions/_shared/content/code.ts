export const codeWording = {
  subject: (code: string) => `Votre code\u00a0: ${code}`,
  title: 'Votre code de connexion',
  text: 'Saisissez ce code dans votre espace. Il est valable dix minutes et ne sert qu’une fois.',
  notYou: 'Si vous n’avez pas demandé ce code, ignorez ce message et ne le transmettez à personne.',
};
