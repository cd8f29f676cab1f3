/** Everyday words for the subjects of the Internal Revenue Code, deductions (§§ 161-291), section by section in the order of its table of contents. */
export const DEDUCTIONS = `
161: deductions allowed generally
162: ordinary and necessary business expense advertising salaries rent travel away from home reasonable compensation executive pay one million limit bribes kickbacks fines penalties lobbying self-employed health insurance write off business costs excessive salary
163: interest deduction mortgage interest home loan home equity acquisition debt 750,000 investment interest business interest limit 30 percent adjusted taxable income credit card personal interest original issue discount points
164: state and local taxes SALT cap 10,000 property tax real estate tax sales tax car registration foreign taxes
165: loss casualty theft hurricane fire flood disaster loss worthless stock gambling losses Ponzi abandoned stolen property uninsured
166: bad debt uncollectible loan customer never paid friend did not repay worthless nonbusiness debt short-term capital loss
167: depreciation wear and tear useful life exhaustion obsolescence software 36 months
168: MACRS depreciation recovery period five seven fifteen years residential rental 27.5 nonresidential 39 bonus depreciation 100 percent first-year immediate expensing equipment qualified improvement property conventions half-year mid-quarter ADS alternative
169: pollution control facility amortization 60 months
170: charitable contribution donation gift to charity church receipt acknowledgment appraisal cash limit 60 percent conservation easement clothing household goods car donation appreciated stock carryover five years volunteer mileage corporation 10 percent
171: bond premium amortize paid more than face value
172: net operating loss NOL carryforward carryback 80 percent limit business lost money use losses in other years farm
173: newspaper magazine circulation expenditures
174: research and experimental expenditures amortize five years fifteen foreign software development costs capitalized
175: soil water conservation farmer land clearing endangered species
176: payments for employees of foreign subsidiary social security agreement
178: cost of acquiring a lease leasehold amortization renewal options
179: expense equipment immediately section 179 election first-year write-off machinery furniture computer off-the-shelf software dollar limit phase-out SUV small business deduct entire purchase at once
179b: small refiner sulfur rules capital costs
179c: refinery expensing
179d: energy efficient commercial building deduction per square foot lighting HVAC
179e: mine safety equipment expensing
180: fertilizer lime farmer deduct
181: film television live theatrical production movie expensing
183: hobby loss activity not for profit horse breeding farm profit three of five years sideline never makes money
186: antitrust patent damages recovery
190: remove architectural barriers handicapped elderly access 15,000
192: black lung benefit trust contribution
193: tertiary injectants oil
194: reforestation timber planting trees
194a: employer liability trust
195: start-up costs before opening business investigate launch new business 5,000 180 months organizational pre-opening
196: unused business credits deduct at expiration
197: goodwill intangible customer list covenant not to compete trademark franchise fifteen year amortization bought business
198: environmental cleanup remediation contaminated site
199a: qualified business income QBI deduction 20 percent pass-through owner sole proprietor S corporation partnership specified service trade lawyer doctor wage limit UBIA REIT dividends cooperative
211: individual itemized deductions allowed
212: investment expenses production of income rental management tax preparation advice
213: medical dental expenses doctor hospital prescription nursing home long-term care premiums 7.5 percent wheelchair cosmetic surgery lodging transportation
216: cooperative apartment co-op tenant stockholder share of taxes and mortgage interest
217: moving expenses deduction job relocation armed forces
219: IRA contribution deduction traditional individual retirement limit active participant phaseout spousal catch-up 50
220: Archer medical savings account MSA
221: student loan interest deduction 2,500
223: health savings account HSA high deductible health plan contribution limits catch-up nonmedical withdrawal 20 percent penalty
241: corporate special deductions
243: dividends received deduction DRD corporation owns stock of another domestic company 50 65 100 percent affiliated
245: dividends from foreign corporation deduction ten-percent owned US-source portion
245a: foreign subsidiary dividend 100 percent participation exemption repatriate earnings hybrid dividend
246: dividends received deduction holding period 45 days taxable income limit
246a: debt-financed portfolio stock dividends received reduction
247: Alaska Native corporation settlement trust
248: organizational expenditures incorporate corporation formation legal fees
249: bond repurchase premium convertible
250: FDII foreign-derived intangible income GILTI deduction 37.5 50 percent export
261: no deduction general
262: personal living family expenses not deductible home phone
263: capital expenditures improvements to property must capitalize intangible drilling costs betterment repairs versus improvement
263a: uniform capitalization UNICAP inventory costs indirect production costs produce property resale interest capitalization
264: life insurance premiums company-owned policy loans interest key man
265: expenses for tax-exempt income borrow to buy municipal bonds interest nondeductible
266: carrying charges elect to capitalize taxes interest on unimproved land
267: related party sale losses disallowed family members siblings controlled corporation accrued expenses owed to cash-basis owner brother sister
267a: hybrid entity hybrid transaction related party interest royalty deduction no inclusion
268: land sold with growing crop unharvested
269: acquiring a corporation to evade tax loss company shell purchase principal purpose
269a: personal service corporation formed to avoid tax loan-out
269b: stapled stock foreign
271: debts owed by political party bad debt
272: coal iron ore disposal royalties
273: life interest holder terminable interest shrinkage
274: entertainment meals club dues business gifts 25 dollars substantiation receipts records log travel foreign convention country club golf sporting events client dinner spouse travel commuting parking
275: federal income tax not deductible social security employee share
276: political party program advertising convention inaugural
277: membership club nonmember income cooperative deductions
279: interest on acquisition indebtedness corporate takeover debt
280a: home office vacation home rental personal use of dwelling rent out 14 days fifteen days Airbnb office in the house exclusive use storage day care
280b: demolish building tear down costs added to land
280c: reduce deduction by credit wages research no double benefit
280e: marijuana cannabis dispensary illegal drug business no deductions trafficking
280f: luxury automobile depreciation cap listed property company car business use 50 percent passenger vehicle limits
280g: golden parachute excess payments change in control executives three times base
280h: personal service corporation fiscal year payments to owners
291: corporate preference 20 percent section 1250 real estate recapture C corporation
`;
