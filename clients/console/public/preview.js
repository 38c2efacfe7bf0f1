/* Shows the mail that the console posts. The headers of this page let no script of the mail run. */
const show = ({ source, data }) => {
  if (source !== parent || typeof data?.html !== 'string') return;
  const mail = new DOMParser().parseFromString(data.html, 'text/html');
  document.head.replaceChildren(...mail.head.children);
  document.body.replaceWith(mail.body);
};

addEventListener('message', show);
// A link would lead this frame away from the preview.
addEventListener('click', (event) => event.preventDefault(), true);
parent.postMessage('ready', '*');
