import { type SignUpForm, type SignUpWording, languages } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { Id, OneOf, OrNull, Part, Text, Time, View, presenter } from '../../openapi/view';
import { snippetOf } from './sign-up-pages';

const FieldView = Part({
  attribute: Text('firstName', { description: 'The attribute of the person that the answer becomes' }),
  label: Text('First name'),
  required: Type.Boolean(),
});

export const SignUpFormView = View('SignUpForm', {
  _id: Id(),
  user: Id(),
  name: Text('Footer of the site'),
  group: Id({ description: 'The group that people join' }),
  language: OneOf(languages),
  title: Text('Choir news'),
  text: OrNull(Text('News from our rehearsals')),
  button: OrNull(Text('Subscribe')),
  fields: Type.Array(FieldView),
  wording: Text('Send me the news of the choir once a month.'),
  wordingVersion: Type.Integer({ minimum: 1, description: 'Counts the versions of the wording' }),
  subject: OrNull(Text('Confirm your subscription')),
  html: OrNull(Text('<p><a href="{{confirmUrl}}">Confirm</a></p>')),
  plainText: OrNull(Text('Confirm: {{confirmUrl}}')),
  requestedUrl: OrNull(Text('https://shop.example.com/thanks')),
  confirmedUrl: OrNull(Text('https://shop.example.com/welcome')),
  url: Text('https://news.example.com/subscribe/6560f0a1b2c3d4e5f6a7b8c9', {
    description: 'The page of the form',
  }),
  snippet: Text('<form method="post" …>', { description: 'The HTML of the form, for your own site' }),
  createdAt: Time(),
  updatedAt: Time(),
});

/** Presents forms of a gateway at this URL. */
export const signUpFormPresenter = (publicUrl: string) =>
  presenter(SignUpFormView, (form: SignUpForm) => {
    const { id, userId, groupId, ...rest } = form;
    const url = `${publicUrl}/subscribe/${id}`;
    return { ...rest, _id: id, user: userId, group: groupId, url, snippet: snippetOf(form, url) };
  });

export const SignUpWordingView = View('SignUpWording', {
  version: Type.Integer({ minimum: 1 }),
  text: Text('Send me the news of the choir once a month.'),
  createdAt: Time(),
});

export const presentSignUpWording = presenter(SignUpWordingView, (wording: SignUpWording) => wording);
