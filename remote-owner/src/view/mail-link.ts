export interface Message {
  readonly subject: string;
  readonly text: string;
}

/** Opens the owner's own mail application, with the message if there is one. Line breaks of a mail are CRLF (RFC 6068). */
export const mailLink = (email: string, message?: Message): string =>
  `mailto:${encodeURIComponent(email)}${message ? `?subject=${encodeURIComponent(message.subject)}&body=${encodeURIComponent(message.text.replaceAll('\n', '\r\n'))}` : ''}`;
