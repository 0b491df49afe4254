/** What programs in the visitor's browser do to a page, as functions that run in it. */
export const CHANGES = {
  'a password manager adds an element after each field': () => {
    for (const field of document.querySelectorAll('form input')) field.after(document.createElement('div'));
  },
  'a password manager wraps each field': () => {
    for (const field of document.querySelectorAll<HTMLInputElement>('form input[type=email]')) {
      const wrapper = document.createElement('span');
      const { activeElement } = document;
      field.replaceWith(wrapper);
      wrapper.append(field);
      if (activeElement === field) field.focus();
    }
  },
  'a translator wraps every text': () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const nodes: Text[] = [];
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      if (text.data.trim() && !text.parentElement?.closest('script, style, noscript')) nodes.push(text);
    }
    for (const text of nodes) {
      const font = document.createElement('font');
      text.replaceWith(font);
      font.append(text.data);
    }
    document.documentElement.lang = 'en';
  },
  'an extension splits a text': () => {
    for (const title of document.querySelectorAll('h1, label')) (title.firstChild as Text | null)?.splitText?.(2);
  },
  'an extension removes the comments': () => {
    const comments = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
    const nodes: Comment[] = [];
    while (comments.nextNode()) nodes.push(comments.currentNode as Comment);
    for (const comment of nodes) comment.remove();
  },
  'extensions add elements around the page': () => {
    document.documentElement.setAttribute('data-theme', 'dark');
    document.body.className = 'extension';
    document.body.prepend(document.createElement('div'));
    document.body.append(document.createElement('iframe'));
    document.getElementById('root')?.prepend(document.createElement('div'));
    document.getElementById('root')?.append(document.createElement('div'));
    document.querySelector('header')?.before(document.createElement('div'));
  },
} as const;
