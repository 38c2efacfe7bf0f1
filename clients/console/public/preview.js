/* Shows the email that the console posts. The headers of this page prevent scripts in the email. */
const show = ({ source, data }) => {
  if (source !== parent || typeof data?.html !== 'string') return;
  const mail = new DOMParser().parseFromString(data.html, 'text/html');
  document.head.replaceChildren(...mail.head.children);
  document.body.replaceWith(mail.body);
};

addEventListener('message', show);
// A link would navigate this frame away from the preview.
addEventListener('click', (event) => event.preventDefault(), true);
parent.postMessage('ready', '*');
