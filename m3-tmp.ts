import { Shapes } from './src/api/shape/shapes';
const schema: any = { type: 'object', additionalProperties: false, required: ['pId','alias','type'], properties: Object.fromEntries(['pId','alias','countryCode','firstName','lastName','city'].map((n) => [n, { type: 'string', maxLength: 100 }]).concat([['type', { type: 'integer', minimum: 1, maximum: 3 }]] as any)) };
const list: any = { type: 'object', properties: { addressBook: { type: 'array', maxItems: 1000, items: schema } } };
const check = Shapes.of('Europe/Madrid').compile(list);
const cpu = (f: () => unknown) => { const b = process.cpuUsage(); f(); const a = process.cpuUsage(b); return ((a.user+a.system)/1000).toFixed(1); };
const wrong = () => ({ addressBook: Array.from({length:1000},()=>({pId:1,alias:1,type:'x',countryCode:1,firstName:1,lastName:1,city:1})) });
const wrong10 = () => ({ addressBook: Array.from({length:1000},()=>({pId:1,alias:1,type:'x',countryCode:1,firstName:1,lastName:1,city:1,a:1,b:1})) });
for (let i=0;i<6;i++) { const w = wrong(); console.log('7000 wrong', cpu(() => check(w,'')), 'ms'); }
for (let i=0;i<6;i++) { const w = wrong10(); console.log('9000 wrong', cpu(() => check(w,'')), 'ms'); }
