// Builds the page of the API from its description, with requests to try.

import {databases, description} from './api.js';
import {h, id} from '../dom.js';

const SHAPE = '#/components/schemas/';

/** Makes the page. */
async function show() {
  const {components, info, paths} = await description();
  const examples = await values();
  const resolve = thing => thing.$ref && !thing.$ref.startsWith(SHAPE) ? components[thing.$ref.split('/')[2]][thing.$ref.split('/')[3]] : thing;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({path, method: method.toUpperCase(), ...operation})));
  id('reference').append(
    h('p', {}, info.summary), h('p', {}, prose(info.description)),
    h('ul', {class: 'contents'}, operations.map(one => h('li', {}, h('a', {href: '#' + one.operationId}, one.summary)))),
    ...operations.map(one => section(one, resolve, examples)),
    h('h2', {}, 'Shapes'),
    ...Object.entries(components.schemas).map(([name, schema]) => h('section', {id: 'shape-' + name, 'aria-label': name},
      h('h3', {}, name), schema.description && h('p', {}, prose(schema.description)), members(`Members of ${name}`, schema))));
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

/** The values of parameters in requests to try: the first database and a position of its top layer. */
async function values() {
  const [database] = await databases();
  if (!database?.layers.length) {
    return {};
  }
  const layer = database.layers.at(-1);
  const {board} = await database.example(layer, 'random');
  return {name: database.name, layer, board: board.map(word => Array.isArray(word) ? word.join(',') : word).join('_')};
}

function section({path, method, operationId, summary, description: more, parameters = [], requestBody, responses}, resolve, examples) {
  const all = parameters.map(resolve);
  const body = requestBody?.content['application/json'].schema;
  return h('section', {id: operationId, 'aria-label': summary},
    h('h3', {}, summary),
    h('p', {class: 'request'}, h('code', {}, `${method} ${path}`)),
    more && h('p', {}, prose(more)),
    attempt(method, path, all, examples),
    all.length > 0 && table(`Parameters: ${summary}`, ['Parameter', 'Type', 'Meaning'], all.map(one =>
      [h('code', {}, one.name), type(one.schema), meaning(one.required, one)])),
    body && [h('h4', {}, 'Body'), members(`Body: ${summary}`, body)],
    h('h4', {}, 'Answers'),
    table(`Answers: ${summary}`, ['Status', 'Meaning', 'Shape'], Object.entries(responses).map(([status, response]) => {
      const {description: told, content = {}} = resolve(response);
      const schema = Object.values(content)[0]?.schema;
      return [status, prose(told), schema ? type(schema) : ''];
    })));
}

/** A link that sends a request, for methods that a link can use, with values for the required parameters. */
function attempt(method, path, parameters, examples) {
  const required = parameters.filter(one => one.required);
  if (method !== 'GET' || required.some(one => examples[one.name] === undefined)) {
    return null;
  }
  const query = required.filter(one => one.in === 'query').map(one => `${one.name}=${examples[one.name]}`).join('&');
  const address = path.replace(/\{(\w+)\}/g, (_, name) => examples[name]) + (query && '?' + query);
  return h('p', {class: 'attempt'}, h('a', {href: address}, address));
}

function members(label, {properties, required = [], enum: values_, items}) {
  if (!properties) {
    return h('p', {}, type({enum: values_, items, type: items ? 'array' : undefined}));
  }
  return table(label, ['Member', 'Type', 'Meaning'], Object.entries(properties).map(([name, schema]) =>
    [h('code', {}, name), type(schema), meaning(required.includes(name), schema)]));
}

/** A text of the description, with words in backquotes shown as code. */
const prose = text => text.split('`').map((part, i) => i % 2 === 1 ? h('code', {}, part) : part);

const meaning = (isRequired, {description: told = ''}) => [isRequired ? '' : 'Optional. ', ...prose(told)];

/** A type in words, with links to shapes. */
function type(schema) {
  if (schema.$ref) {
    const name = schema.$ref.slice(SHAPE.length);
    return h('a', {href: '#shape-' + name}, name);
  }
  if (schema.enum) {
    return schema.enum.join(', ');
  }
  if (schema.oneOf) {
    return schema.oneOf.flatMap((one, i) => [i > 0 ? ' or ' : '', type(one)]);
  }
  if (schema.items) {
    return ['list of ', type(schema.items)];
  }
  if (schema.properties) {
    return Object.entries(schema.properties).flatMap(([name, one], i) => [i > 0 ? ', ' : '', h('code', {}, name), ': ', type(one)]);
  }
  const range = schema.minimum === undefined ? '' : schema.maximum === undefined ? `, from ${schema.minimum}` : `, ${schema.minimum} to ${schema.maximum}`;
  return (schema.const ?? schema.type ?? '') + range;
}

function table(label, head, rows) {
  return h('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label}, h('table', {},
    h('thead', {}, h('tr', {}, head.map(name => h('th', {scope: 'col'}, name)))),
    h('tbody', {}, rows.map(row => h('tr', {}, row.map(cell => h('td', {}, cell)))))));
}

show();
