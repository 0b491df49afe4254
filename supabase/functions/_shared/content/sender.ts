export const senderWording = { sentBy: 'Envoyé par le site ' };
