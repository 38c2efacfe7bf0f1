/** Contrasts of 7:1 and more for text, 4.5:1 and more for the rest (WCAG 2.2, 1.4.6 and 1.4.11); a button of 44 px (2.5.5). */
export const style = `
:root { color-scheme: light dark; --text: #1b1b1f; --ground: #fbfbfd; --action: #0b4aa8; --on-action: #fff }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e6ea; --ground: #17171a; --action: #a9c7ff; --on-action: #0a1f45 }
}
body { margin: 0; background: var(--ground); color: var(--text); font: 1.125rem/1.5 system-ui, sans-serif }
main { box-sizing: border-box; max-width: 36rem; margin: 0 auto; padding: 12vh 1.25rem 3rem; overflow-wrap: break-word }
h1 { margin: 0 0 1rem; font-size: 1.75rem; line-height: 1.25 }
p { margin: 0 0 1rem }
form { margin: 1.75rem 0 0 }
button { min-height: 44px; padding: .625rem 1.5rem; border: 2px solid transparent; border-radius: .5rem;
  background: var(--action); color: var(--on-action); font: inherit; font-weight: 600; cursor: pointer }
button:hover { text-decoration: underline }
button:focus-visible { outline: 3px solid var(--text); outline-offset: 3px }
`;
